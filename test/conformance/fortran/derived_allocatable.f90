! A component that is allocatable.
! CONVERTED: 2
program derived_allocatable
  implicit none
  type :: row
    integer, allocatable :: values(:)
  end type
  integer, parameter :: n = 50
  type(row) :: rows(n)
  integer :: i, s
  do i = 1, n
    allocate(rows(i)%values(i))
  end do
  !$omp parallel do
  do i = 1, n
    rows(i)%values = i
  end do
  s = 0
  !$omp parallel do reduction(+:s)
  do i = 1, n
    s = s + sum(rows(i)%values)
  end do
  print *, s
end program
