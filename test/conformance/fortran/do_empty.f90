! No iterations: 32 bits without a sign would be all of them.
! CONVERTED: 2
program do_empty
  implicit none
  integer :: x(10), total
  x = 0
  total = 0
  call fill(x, 1, 0)
  call fill(x, 5, 4)
  call fill(x, 10, -10)
  call fill_chunks(x, 7, 6)
  print *, sum(x)
  call fill(x, 2, 4)
  call fill_chunks(x, 6, 9)
  print *, x
contains
  subroutine fill(x, first, last)
    integer, intent(inout) :: x(:)
    integer, intent(in) :: first, last
    integer :: i
    !$omp parallel do
    do i = first, last
      x(i) = x(i) + i
    end do
  end subroutine

  subroutine fill_chunks(x, first, last)
    integer, intent(inout) :: x(:)
    integer, intent(in) :: first, last
    integer :: i
    !$omp parallel do schedule(dynamic)
    do i = first, last
      x(i) = x(i) + 100 * i
    end do
  end subroutine
end program
