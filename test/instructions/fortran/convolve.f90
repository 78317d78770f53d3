program convolve
  implicit none
  integer, parameter :: n = 50000, w = 9
  integer :: i, j
  real(8) :: x(n+w), y(n), c(w), s
  x = 1
  c = 0.5d0
  !$omp parallel do private(j,s)
  do i = 1, n
    s = 0
    do j = 1, w
      s = s+c(j)*x(i+j)
    end do
    y(i) = s
  end do
  print *, sum(y)
end program
