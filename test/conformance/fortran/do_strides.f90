! Steps up and down, constant and not.
! CONVERTED: 4
program do_strides
  implicit none
  integer, parameter :: n = 1000
  integer :: i, step
  integer :: x(-n:n)
  x = 0
  !$omp parallel do
  do i = -n, n, 3
    x(i) = i
  end do
  !$omp parallel do
  do i = n, -n, -7
    x(i) = x(i) + 1
  end do
  step = -4
  !$omp parallel do
  do i = n, 1, step
    x(i) = x(i) + i * 2
  end do
  step = 11
  !$omp parallel do
  do i = -n, 0, step
    x(i) = x(i) - 5
  end do
  print *, sum(x), x(n), x(-n), x(0), x(-n + 1)
end program
