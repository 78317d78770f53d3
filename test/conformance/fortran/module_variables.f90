! Variables of a module, and regions in its procedures.
! CONVERTED: 2
module fields
  implicit none
  integer, parameter :: n = 500
  integer :: field(n), factor = 1
contains
  subroutine fill
    integer :: i
    !$omp parallel do
    do i = 1, n
      field(i) = i
    end do
  end subroutine
  subroutine scale_by(k)
    integer, intent(in) :: k
    integer :: i
    factor = k
    !$omp parallel do
    do i = 1, n
      field(i) = field(i) * factor
    end do
  end subroutine
end module

program module_variables
  use fields
  implicit none
  call fill
  call scale_by(3)
  print *, sum(field), factor
end program
