! reduction(*) of an integer.
! CONVERTED: 1
program reduction_product
  implicit none
  integer, parameter :: n = 3000
  integer :: i, s
  integer :: x(n)
  do i = 1, n
    x(i) = mod(i * 7919, 4093)
  end do
  s = 1
  !$omp parallel do reduction(*:s)
  do i = 1, n
    s = s * (1 + mod(i, 2) * merge(1, 0, i < 20))
  end do
  print *, s
end program
