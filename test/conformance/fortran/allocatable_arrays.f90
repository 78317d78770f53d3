! Allocatable arrays, allocated before and in the loop.
! CONVERTED: 2
program allocatable_arrays
  implicit none
  integer, parameter :: n = 200
  integer :: i
  integer, allocatable :: x(:), y(:, :)
  allocate(x(n), y(n, 3))
  !$omp parallel do
  do i = 1, n
    x(i) = i
    y(i, :) = [i, 2 * i, 3 * i]
  end do
  print *, sum(x), sum(y)
  deallocate(x)
  allocate(x(0:n))
  !$omp parallel do
  do i = 0, n
    x(i) = i * i
  end do
  print *, sum(x), lbound(x), ubound(x)
end program
