program broken
  implicit none
  print *, answer
end program
