! Type-bound procedures and dynamic dispatch in iterations.
module shapes
  implicit none
  type :: shape
  contains
    procedure :: area => area_of_shape
  end type
  type, extends(shape) :: square
  contains
    procedure :: area => area_of_square
  end type
contains
  integer function area_of_shape(self, side)
    class(shape), intent(in) :: self
    integer, intent(in) :: side
    area_of_shape = side
  end function
  integer function area_of_square(self, side)
    class(square), intent(in) :: self
    integer, intent(in) :: side
    area_of_square = side * side
  end function
end module

program type_bound
  use shapes
  implicit none
  class(shape), allocatable :: s
  integer :: i, x(40)
  allocate(square :: s)
  !$omp parallel do
  do i = 1, 40
    x(i) = s%area(i)
  end do
  print *, sum(x)
  deallocate(s)
  allocate(shape :: s)
  !$omp parallel do
  do i = 1, 40
    x(i) = s%area(i)
  end do
  print *, sum(x)
end program
