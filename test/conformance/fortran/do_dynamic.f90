! A loop in chunks: the builder counts from one and leaves it in the middle.
! CONVERTED: 1
program do_dynamic
  implicit none
  integer, parameter :: n = 10007
  integer :: i
  integer(8) :: x(n)
  !$omp parallel do schedule(dynamic, 7)
  do i = 1, n
    x(i) = int(i, 8) * i
  end do
  print *, sum(x), x(1), x(n)
end program
