#lang racket/base
(let hoard ([kept '()])
  (hoard (cons (make-vector 100000 1) kept)))
