(write-line (read-line))
(format t "~a~%" (+ (read) (read)))
