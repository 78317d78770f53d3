! A loop creates tasks, each of which takes the next number. (Of flang 19, tasks copy firstprivate variables when they
! begin, and not when they are created: no program can rely on them.)
program tasks_in_loop
  implicit none
  integer, parameter :: n = 100
  integer :: i, k, next, x(n)
  x = 0
  next = 0
  !$omp parallel
  !$omp single
  do i = 1, n
    !$omp task shared(x, next) private(k)
    !$omp atomic capture
    next = next + 1
    k = next
    !$omp end atomic
    x(k) = k * k
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  print *, sum(x), x(n), next
end program
