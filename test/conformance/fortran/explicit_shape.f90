! Explicit-shape and assumed-size dummies with lower bounds.
! CONVERTED: 2
program explicit_shape
  implicit none
  integer :: x(100)
  x = 0
  call fill(x, -5, 44)
  call fill_more(x, 50)
  print *, sum(x), x(1), x(50), x(51)
contains
  subroutine fill(a, lo, hi)
    integer, intent(in) :: lo, hi
    integer, intent(inout) :: a(lo:hi)
    integer :: i
    !$omp parallel do
    do i = lo, hi
      a(i) = i
    end do
  end subroutine

  subroutine fill_more(a, n)
    integer, intent(inout) :: a(*)
    integer, intent(in) :: n
    integer :: i
    !$omp parallel do
    do i = 1, n
      a(i) = a(i) + 2 * i
    end do
  end subroutine
end program
