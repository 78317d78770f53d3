! Pointers and targets.
! CONVERTED: 1
program pointers
  implicit none
  integer, target :: x(90)
  integer, pointer :: p(:), q
  integer :: i
  x = 1
  p => x(1:90:3)
  q => x(2)
  !$omp parallel do
  do i = 1, size(p)
    p(i) = p(i) + i * q
  end do
  print *, sum(x), sum(p)
end program
