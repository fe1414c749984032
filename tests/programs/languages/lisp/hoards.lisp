(let ((hoard '()))
  (loop (push (make-array 100000 :initial-element 1) hoard)))
