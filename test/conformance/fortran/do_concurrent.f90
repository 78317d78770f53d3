! do concurrent beside a parallel loop.
! CONVERTED: 1
program do_concurrent
  implicit none
  integer, parameter :: n = 100
  integer :: i, x(n), y(n)
  do concurrent (i = 1:n)
    x(i) = i
  end do
  !$omp parallel do
  do i = 1, n
    y(i) = x(n + 1 - i)
  end do
  print *, sum(x * y)
end program
