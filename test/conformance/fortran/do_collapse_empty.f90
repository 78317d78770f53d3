! A collapsed nest whose inner loop has no iterations.
! CONVERTED: 1
program do_collapse_empty
  implicit none
  integer :: x(10, 10)
  x = 1
  call fill(x, 10, 0)
  call fill(x, 0, 10)
  print *, sum(x)
  call fill(x, 3, 4)
  print *, sum(x)
contains
  subroutine fill(x, n, m)
    integer, intent(inout) :: x(:, :)
    integer, intent(in) :: n, m
    integer :: i, j
    !$omp parallel do collapse(2)
    do j = 1, m
      do i = 1, n
        x(i, j) = i * j
      end do
    end do
  end subroutine
end program
