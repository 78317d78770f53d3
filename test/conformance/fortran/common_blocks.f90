! Common blocks that all threads share.
! CONVERTED: 1
program common_blocks
  implicit none
  integer :: i, x(100), factor
  common /shared/ x, factor
  factor = 4
  !$omp parallel do
  do i = 1, 100
    x(i) = i * factor
  end do
  call report
contains
  subroutine report
    integer :: x(100), factor
    common /shared/ x, factor
    print *, sum(x), factor
  end subroutine
end program
