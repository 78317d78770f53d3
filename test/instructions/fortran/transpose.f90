program transpose
  implicit none
  integer, parameter :: n = 500
  integer :: i, j
  real(8) :: a(n, n), b(n, n)
  a = 3
  !$omp parallel do private(i)
  do j = 1, n
    do i = 1, n
      b(i, j) = a(j, i)
    end do
  end do
  print *, sum(b)
end program
