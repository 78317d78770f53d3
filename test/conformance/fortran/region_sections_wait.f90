! Sections that wait for each other: they run at the same time.
! NEEDS-OPENMP
! STRANDS
program region_sections_wait
  implicit none
  integer :: flag, answer, i
  flag = 0
  answer = 0
  !$omp parallel sections num_threads(2) private(i)
  !$omp section
  do
    !$omp atomic read
    i = flag
    if (i == 1) exit
  end do
  answer = 42
  !$omp section
  !$omp atomic write
  flag = 1
  !$omp end parallel sections
  print *, answer
end program
