! reduction(ieor) of an integer.
! CONVERTED: 1
program reduction_ieor
  implicit none
  integer, parameter :: n = 3000
  integer :: i, s
  integer :: x(n)
  do i = 1, n
    x(i) = mod(i * 7919, 4093)
  end do
  s = 0
  !$omp parallel do reduction(ieor:s)
  do i = 1, n
    s = ieor(s, x(i) * 3)
  end do
  print *, s
end program
