program hoards
  integer, pointer :: block(:)
  do
    allocate(block(250000))
    block = 1
  end do
end program
