program sum
  character(100) :: text
  integer :: a, b
  read '(a)', text
  print '(a)', trim(text)
  read *, a, b
  print '(i0)', a + b
end program
