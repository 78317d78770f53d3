program stencil2
  implicit none
  integer, parameter :: n = 400
  integer :: i, j, t
  real(8) :: a(n, n), b(n, n)
  a = 1
  b = 0
  do t = 1, 10
    !$omp parallel do private(i)
    do j = 2, n-1
      do i = 2, n-1
        b(i, j) = 0.25d0*(a(i-1, j)+a(i+1, j)+a(i, j-1)+a(i, j+1))
      end do
    end do
    !$omp parallel do private(i)
    do j = 2, n-1
      do i = 2, n-1
        a(i, j) = b(i, j)
      end do
    end do
  end do
  print *, sum(a)
end program
