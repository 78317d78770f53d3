! collapse(3) in chunks, with bounds that are not constant.
! CONVERTED: 1
program do_collapse_three
  implicit none
  integer :: x(9, 8, 7)
  x = 0
  call fill(x, 9, 8, 7)
  print *, sum(x), x(1, 1, 1), x(9, 8, 7), x(4, 5, 6)
contains
  subroutine fill(x, n, m, l)
    integer, intent(in) :: n, m, l
    integer, intent(inout) :: x(n, m, l)
    integer :: i, j, k
    !$omp parallel do collapse(3) schedule(static, 3)
    do k = 1, l
      do j = m, 1, -1
        do i = 1, n, 2
          x(i, j, k) = 10000 * i + 100 * j + k
        end do
      end do
    end do
  end subroutine
end program
