! Loops in procedures that are called in a region, and outside of any.
module orphans
  implicit none
contains
  subroutine fill(x)
    integer, intent(inout) :: x(:)
    integer :: i
    !$omp do
    do i = 1, size(x)
      x(i) = i
    end do
  end subroutine
  subroutine double_all(x)
    integer, intent(inout) :: x(:)
    integer :: i
    !$omp do schedule(dynamic, 2)
    do i = 1, size(x)
      x(i) = 2 * x(i)
    end do
  end subroutine
end module

program region_orphans
  use orphans
  implicit none
  integer :: x(333)
  !$omp parallel
  call fill(x)
  call double_all(x)
  !$omp end parallel
  print *, sum(x)
  call double_all(x)
  print *, sum(x)
end program
