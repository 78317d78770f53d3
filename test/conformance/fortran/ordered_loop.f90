! ordered: iterations take turns.
program ordered_loop
  implicit none
  integer, parameter :: n = 60
  integer :: i, next, x(n)
  next = 0
  !$omp parallel do ordered schedule(dynamic)
  do i = 1, n
    x(i) = i * i
    !$omp ordered
    next = next + 1
    x(next) = x(next) + i
    !$omp end ordered
  end do
  print *, sum(x), x(n)
end program
