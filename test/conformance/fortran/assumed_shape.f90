! Assumed-shape arrays and sections with strides.
! CONVERTED: 1
program assumed_shape
  implicit none
  integer :: x(40, 30)
  x = 0
  call fill(x)
  call fill(x(1:40:3, 2:30:4))
  call fill(x(40:1:-2, :))
  print *, sum(x), x(1, 1), x(40, 30), x(4, 2)
contains
  subroutine fill(a)
    integer, intent(inout) :: a(:, :)
    integer :: i, j
    !$omp parallel do private(i)
    do j = 1, size(a, 2)
      do i = 1, size(a, 1)
        a(i, j) = a(i, j) + i * j
      end do
    end do
  end subroutine
end program
