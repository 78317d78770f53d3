program assumed
  implicit none
  integer, parameter :: n = 200000
  real(8), allocatable :: x(:), y(:)
  integer :: t
  allocate(x(n), y(n))
  x = 1
  y = 2
  do t = 1, 10
    call f(x, y)
  end do
  print *, sum(y)
contains
  subroutine f(a, b)
    real(8), intent(in) :: a(:)
    real(8), intent(inout) :: b(:)
    integer :: i
    !$omp parallel do
    do i = 1, size(a)
      b(i) = b(i)+a(i)*0.5d0
    end do
  end subroutine
end program
