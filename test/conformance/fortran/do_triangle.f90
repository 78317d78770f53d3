! The inner loop depends on the outer one.
! CONVERTED: 1
program do_triangle
  implicit none
  integer, parameter :: n = 200
  integer :: i, j
  integer :: x(n)
  x = 0
  !$omp parallel do private(j) schedule(dynamic)
  do i = 1, n
    do j = i, n
      x(i) = x(i) + j
    end do
  end do
  print *, sum(x), x(1), x(n)
end program
