! Optional arguments that are, and are not, present.
! CONVERTED: 1
program optional_arguments
  implicit none
  integer :: x(60)
  call fill(x)
  print *, sum(x)
  call fill(x, 5)
  print *, sum(x)
contains
  subroutine fill(x, offset)
    integer, intent(out) :: x(:)
    integer, intent(in), optional :: offset
    integer :: i
    !$omp parallel do
    do i = 1, size(x)
      x(i) = i
      if (present(offset)) x(i) = x(i) + offset
    end do
  end subroutine
end program
