! Entries of one loop pass descriptors with strides that are known and the same, known and different, or not known.
! CONVERTED: 2
module strides
  implicit none
contains
  subroutine same(a, b)
    real(8), intent(in) :: a(:)
    real(8), intent(inout) :: b(:)
    integer :: i
    !$omp parallel do
    do i = 1, size(a)
      b(i) = b(i) + 2 * a(i)
    end do
  end subroutine

  subroutine different(a, b)
    real(8), intent(in) :: a(:)
    real(8), intent(inout) :: b(:)
    integer :: i
    !$omp parallel do
    do i = 1, size(a)
      b(i) = b(i) + 3 * a(i)
    end do
  end subroutine
end module

program assumed_strides
  use strides
  implicit none
  integer, parameter :: n = 3000
  real(8), allocatable :: x(:), y(:)
  integer :: i, step

  allocate(x(n), y(n))
  do i = 1, n
    x(i) = mod(i, 17)
    y(i) = mod(i, 5)
  end do
  do i = 1, 3
    call same(x, y)
  end do
  call different(x, y)
  call different(x(1::2), y(1::2))
  call different(x(n:1:-1), y)
  do step = 1, 3
    call different(x(1::step), y(1::step))
  end do
  print '(2f20.4)', sum(y), y(n / 2)
end program
