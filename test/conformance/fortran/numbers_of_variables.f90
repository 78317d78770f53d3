! Variables of loops that are only computed with as floating point numbers, below and above zero.
! CONVERTED: 3
program numbers_of_variables
  implicit none
  integer, parameter :: n = 20000
  integer :: i
  real(8) :: pi, x, sum
  real(4) :: small

  pi = 0
  !$omp parallel do reduction(+:pi) private(x)
  do i = 1, n
    x = (i - 0.5d0) / n
    pi = pi + 4 / (1 + x * x)
  end do
  sum = 0
  !$omp parallel do reduction(+:sum)
  do i = -n, n, 3
    sum = sum + i * 0.25d0 + (i + 1) * 2d0
  end do
  small = 0
  !$omp parallel do reduction(+:small)
  do i = 16777210, 16777220
    small = small + (real(i, 4) - 16777208)
  end do
  print '(3f24.6)', pi / n, sum, small
end program
