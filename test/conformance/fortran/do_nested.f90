! A parallel do in one: the outer loop polls, the inner one is a leaf.
! CONVERTED: 2
program do_nested
  implicit none
  integer, parameter :: n = 60
  integer :: i, j
  integer :: x(n, n)
  !$omp parallel do private(j)
  do i = 1, n
    !$omp parallel do
    do j = 1, n
      x(j, i) = i * 100 + j
    end do
  end do
  print *, sum(x), x(1, n), x(n, 1)
end program
