! reduction(max) of an integer.
! CONVERTED: 1
program reduction_max
  implicit none
  integer, parameter :: n = 3000
  integer :: i, s
  integer :: x(n)
  do i = 1, n
    x(i) = mod(i * 7919, 4093)
  end do
  s = -huge(s)
  !$omp parallel do reduction(max:s)
  do i = 1, n
    s = max(s, x(i))
  end do
  print *, s
end program
