! if and final clauses of tasks.
program tasks_if_final
  implicit none
  integer :: i, s
  s = 0
  !$omp parallel
  !$omp single
  do i = 1, 20
    !$omp task if(mod(i, 2) == 0) final(i > 10) shared(s)
    !$omp atomic
    s = s + 3
    !$omp end task
  end do
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  print *, s
end program
