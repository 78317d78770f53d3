! A task that captures nothing: flang's function for it has no parameter for the record.
module counted
  integer :: total = 0
end module

program tasks_without_captures
  use counted
  implicit none
  integer :: before
  !$omp parallel num_threads(3)
  !$omp single
  !$omp task
  !$omp atomic
  total = total + 1
  !$omp end task
  !$omp task if(total < 0)
  !$omp atomic
  total = total + 10
  !$omp end task
  !$omp taskwait
  before = total
  !$omp end single
  !$omp end parallel
  print *, before, total
end program
