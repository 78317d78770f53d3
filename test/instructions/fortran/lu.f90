program lu
  implicit none
  integer, parameter :: n = 120
  integer :: i, j, l
  real(8) :: a(n, n)
  do j = 1, n
    do i = 1, n
      a(i, j) = 1d0/(i+j)
    end do
    a(j, j) = a(j, j)+n
  end do
  do l = 1, n-1
    !$omp parallel do private(i)
    do j = l+1, n
      a(l, j) = a(l, j)/a(l, l)
      do i = l+1, n
        a(i, j) = a(i, j)-a(i, l)*a(l, j)
      end do
    end do
  end do
  print *, sum(a)
end program
