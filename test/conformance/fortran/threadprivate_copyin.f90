! copyin: each thread's own variable begins as the master's.
! STRANDS
module own
  implicit none
  integer, save :: base
  !$omp threadprivate(base)
end module

program threadprivate_copyin
  use own
  implicit none
  integer :: i, x(100)
  base = 1000
  !$omp parallel do copyin(base)
  do i = 1, 100
    x(i) = base + i
  end do
  print *, sum(x), base
end program
