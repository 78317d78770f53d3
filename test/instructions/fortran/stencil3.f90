program stencil3
  implicit none
  integer, parameter :: n = 60
  integer :: i, j, l
  real(8) :: a(n, n, n), b(n, n, n)
  a = 1
  b = 0
  !$omp parallel do collapse(3)
  do l = 2, n-1
    do j = 2, n-1
      do i = 2, n-1
        b(i, j, l) = a(i, j, l)+a(i-1, j, l)+a(i+1, j, l)+a(i, j-1, l)+a(i, j+1, l)+a(i, j, l-1)+a(i, j, l+1)
      end do
    end do
  end do
  print *, sum(b)
end program
