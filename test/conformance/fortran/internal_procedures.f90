! Internal procedures that see their host's variables.
! CONVERTED: 2
program internal_procedures
  implicit none
  integer, parameter :: n = 120
  integer :: i, factor, x(n)
  factor = 7
  !$omp parallel do
  do i = 1, n
    x(i) = scaled(i)
  end do
  print *, sum(x)
  call region
  print *, sum(x)
contains
  integer function scaled(k)
    integer, intent(in) :: k
    scaled = k * factor
  end function

  subroutine region
    integer :: j
    !$omp parallel do
    do j = 1, n
      x(j) = x(j) + factor
    end do
  end subroutine
end program
