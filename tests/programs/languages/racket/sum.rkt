#lang racket
(displayln (read-line))
(displayln (+ (read) (read)))
