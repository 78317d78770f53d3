program matmul
  implicit none
  integer, parameter :: n = 160
  integer :: i, j, l
  real(8) :: a(n, n), b(n, n), c(n, n)
  a = 1
  b = 2
  c = 0
  !$omp parallel do private(i,l)
  do j = 1, n
    do l = 1, n
      do i = 1, n
        c(i, j) = c(i, j)+a(i, l)*b(l, j)
      end do
    end do
  end do
  print *, sum(c)
end program
