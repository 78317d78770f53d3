! schedule(guided) and schedule(runtime).
! CONVERTED: 2
program do_guided
  implicit none
  integer, parameter :: n = 5000
  integer :: i
  integer :: x(n), y(n)
  !$omp parallel do schedule(guided)
  do i = 1, n
    x(i) = mod(i * 7, 13)
  end do
  !$omp parallel do schedule(runtime)
  do i = 1, n
    y(i) = x(i) + 1
  end do
  print *, sum(x), sum(y)
end program
