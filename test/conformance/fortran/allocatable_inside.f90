! Each iteration allocates for itself.
! CONVERTED: 1
program allocatable_inside
  implicit none
  integer, parameter :: n = 100
  integer :: i, x(n)
  !$omp parallel do
  do i = 1, n
    x(i) = total(i)
  end do
  print *, sum(x)
contains
  integer function total(k)
    integer, intent(in) :: k
    integer, allocatable :: scratch(:)
    integer :: j
    allocate(scratch(k))
    do j = 1, k
      scratch(j) = j
    end do
    total = sum(scratch)
  end function
end program
