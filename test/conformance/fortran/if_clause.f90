! if and num_threads: the false side is a serial region.
! CONVERTED: 1
program if_clause
  implicit none
  integer :: x(100), i
  call fill(x, 3)
  print *, sum(x)
  call fill(x, 100)
  print *, sum(x)
contains
  subroutine fill(x, n)
    integer, intent(inout) :: x(:)
    integer, intent(in) :: n
    integer :: i
    !$omp parallel do if(n > 10) num_threads(3)
    do i = 1, n
      x(i) = i
    end do
    do i = n + 1, size(x)
      x(i) = 0
    end do
  end subroutine
end program
