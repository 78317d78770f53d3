! single, master and barrier between loops.
program region_single
  implicit none
  integer, parameter :: n = 400
  integer :: i, factor, seen
  integer :: x(n)
  factor = 0
  seen = 0
  !$omp parallel
  !$omp single
  factor = 3
  !$omp end single
  !$omp do
  do i = 1, n
    x(i) = i * factor
  end do
  !$omp master
  seen = x(n)
  !$omp end master
  !$omp barrier
  !$omp do
  do i = 1, n
    x(i) = x(i) + seen
  end do
  !$omp end parallel
  print *, sum(x), seen
end program
