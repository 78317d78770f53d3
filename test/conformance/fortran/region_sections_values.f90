! Sections with a variable that is firstprivate and lastprivate: the last one sets it, and the others compare it.
program region_sections_values
  implicit none
  integer :: j, k, l, m
  j = 10
  k = 11
  l = 0
  m = 0
  !$omp parallel num_threads(4)
  !$omp sections firstprivate(j, k) lastprivate(j) reduction(+:l, m)
  !$omp section
  if (j /= 10 .or. k /= 11) l = l + 1
  m = m + 4
  !$omp section
  if (j /= 10 .or. k /= 11) l = l + 10
  m = m + 6
  !$omp section
  m = m + 10
  j = 271
  !$omp end sections nowait
  !$omp end parallel
  print *, j, l, m
end program
