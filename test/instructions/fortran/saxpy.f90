program saxpy
  implicit none
  integer, parameter :: n = 200000
  integer :: i, t
  real(8), allocatable :: x(:), y(:)
  allocate(x(n), y(n))
  x = 1
  y = 2
  do t = 1, 20
    !$omp parallel do
    do i = 1, n
      y(i) = y(i)+0.5d0*x(i)
    end do
  end do
  print *, sum(y)
end program
