! workshare: array statements of one region.
program region_workshare
  implicit none
  integer, parameter :: n = 100
  integer :: x(n), y(n), i
  x = [(i, i = 1, n)]
  !$omp parallel workshare
  y = 2 * x
  x = y + 1
  where (mod(x, 3) == 0) y = 0
  !$omp end parallel workshare
  print *, sum(x), sum(y)
end program
