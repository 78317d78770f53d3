! schedule(static, n): the builder writes two loops and computes their bounds.
! CONVERTED: 1
program do_static_chunk
  implicit none
  integer, parameter :: n = 1001
  integer :: i
  integer :: x(n)
  x = 0
  !$omp parallel do schedule(static, 5)
  do i = 3, n - 2
    x(i) = x(i) + i
  end do
  print *, sum(x), x(2), x(3), x(n - 2), x(n - 1)
end program
