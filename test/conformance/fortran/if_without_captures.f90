! An if clause of a region that captures nothing.
! CONVERTED: 1
program if_without_captures
  implicit none
  integer :: n
  n = 3
  call count_up(n > 4)
  call count_up(n > 2)
  print *, 'done'
contains
  subroutine count_up(parallel)
    logical, intent(in) :: parallel
    integer, save :: x(50)
    integer :: i
    !$omp parallel do if(parallel)
    do i = 1, 50
      x(i) = i
    end do
    print *, sum(x)
  end subroutine
end program
