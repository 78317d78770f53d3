! A reduction of a loop in a region of several loops.
program reduction_in_region
  implicit none
  integer, parameter :: n = 1000
  integer :: i, s, t
  integer :: x(n)
  s = 5
  t = 0
  !$omp parallel
  !$omp do
  do i = 1, n
    x(i) = i
  end do
  !$omp do reduction(+:s)
  do i = 1, n
    s = s + x(i)
  end do
  !$omp do reduction(max:t)
  do i = 1, n
    t = max(t, x(i) * mod(i, 7))
  end do
  !$omp end parallel
  print *, s, t
end program
