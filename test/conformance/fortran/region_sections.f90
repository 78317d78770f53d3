! sections: a loop over a switch.
program region_sections
  implicit none
  integer :: a, b, c
  a = 0
  b = 0
  c = 0
  !$omp parallel sections
  !$omp section
  a = 1
  !$omp section
  b = 2
  !$omp section
  c = 3
  !$omp end parallel sections
  print *, a, b, c
  !$omp parallel
  !$omp sections
  !$omp section
  a = a + 10
  !$omp section
  b = b + 20
  !$omp end sections
  !$omp end parallel
  print *, a, b, c
end program
