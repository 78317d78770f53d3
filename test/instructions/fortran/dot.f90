program dot
  implicit none
  integer, parameter :: n = 200000
  integer :: i, t
  real(8), allocatable :: x(:), y(:)
  real(8) :: s
  allocate(x(n), y(n))
  x = 1
  y = 2
  s = 0
  do t = 1, 20
    !$omp parallel do reduction(+:s)
    do i = 1, n
      s = s+x(i)*y(i)
    end do
  end do
  print *, s
end program
