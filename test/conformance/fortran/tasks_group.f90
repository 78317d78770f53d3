! taskgroup waits for all that is below it.
program tasks_group
  implicit none
  integer :: a, b, c
  a = 0
  b = 0
  c = 0
  !$omp parallel
  !$omp single
  !$omp taskgroup
  !$omp task shared(a, c)
  a = 1
  !$omp task shared(c)
  c = 3
  !$omp end task
  !$omp end task
  !$omp task shared(b)
  b = 2
  !$omp end task
  !$omp end taskgroup
  a = a + b + c
  !$omp end single
  !$omp end parallel
  print *, a, b, c
end program
