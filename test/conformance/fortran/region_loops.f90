! A region with several loops, some without a barrier.
program region_loops
  implicit none
  integer, parameter :: n = 600
  integer :: i
  integer :: x(n), y(n), z(n)
  !$omp parallel
  !$omp do
  do i = 1, n
    x(i) = i
  end do
  !$omp end do nowait
  !$omp do
  do i = 1, n
    y(i) = 2 * i
  end do
  !$omp end do
  !$omp do
  do i = 1, n
    z(i) = x(n + 1 - i) + y(i)
  end do
  !$omp end parallel
  print *, sum(z), z(1), z(n)
end program
