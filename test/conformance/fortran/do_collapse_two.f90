! collapse(2): rows and columns with steps.
! CONVERTED: 1
program do_collapse_two
  implicit none
  integer, parameter :: n = 61, m = 47
  integer :: i, j
  integer :: x(n, m)
  x = 0
  !$omp parallel do collapse(2)
  do j = 2, m, 3
    do i = n, 1, -2
      x(i, j) = x(i, j) + 100 * i + j
    end do
  end do
  print *, sum(x), x(n, 2), x(1, 2), x(2, 2), x(n, m)
end program
