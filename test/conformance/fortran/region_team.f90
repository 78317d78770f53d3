! Threads that ask who they are: the region keeps them.
! NEEDS-OPENMP
program region_team
  use omp_lib
  implicit none
  integer :: total, members
  total = 0
  members = 0
  !$omp parallel num_threads(4) reduction(+:total, members)
  members = 1
  total = omp_get_thread_num()
  !$omp end parallel
  print *, members > 0, total == members * (members - 1) / 2
end program
