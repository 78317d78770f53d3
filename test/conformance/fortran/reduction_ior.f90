! reduction(ior) of an integer.
! CONVERTED: 1
program reduction_ior
  implicit none
  integer, parameter :: n = 3000
  integer :: i, s
  integer :: x(n)
  do i = 1, n
    x(i) = mod(i * 7919, 4093)
  end do
  s = 0
  !$omp parallel do reduction(ior:s)
  do i = 1, n
    s = ior(s, x(i))
  end do
  print *, s
end program
