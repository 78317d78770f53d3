! reduction(iand) of an integer.
! CONVERTED: 1
program reduction_iand
  implicit none
  integer, parameter :: n = 3000
  integer :: i, s
  integer :: x(n)
  do i = 1, n
    x(i) = mod(i * 7919, 4093)
  end do
  s = not(0)
  !$omp parallel do reduction(iand:s)
  do i = 1, n
    s = iand(s, ior(x(i), 4096 + 64))
  end do
  print *, s
end program
