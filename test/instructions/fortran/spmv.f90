program spmv
  implicit none
  integer, parameter :: n = 20000
  integer :: i, j, t
  integer, allocatable :: f(:), c(:)
  real(8), allocatable :: v(:), x(:), y(:)
  real(8) :: s
  allocate(f(n+1), c(n*16), v(n*16), x(n), y(n))
  f(1) = 1
  do i = 1, n
    f(i+1) = f(i)+mod(i, 16)
    do j = f(i), f(i+1)-1
      c(j) = mod(j*7, n)+1
      v(j) = j
    end do
  end do
  x = 1
  do t = 1, 10
    !$omp parallel do private(j,s)
    do i = 1, n
      s = 0
      do j = f(i), f(i+1)-1
        s = s+v(j)*x(c(j))
      end do
      y(i) = s
    end do
  end do
  print *, sum(y)
end program
