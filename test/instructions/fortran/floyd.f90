program floyd
  implicit none
  integer, parameter :: n = 120
  integer :: i, j, l, d(n, n)
  do j = 1, n
    do i = 1, n
      d(i, j) = mod(i*j, 97)+1
    end do
  end do
  do l = 1, n
    !$omp parallel do private(i)
    do j = 1, n
      do i = 1, n
        d(i, j) = min(d(i, j), d(i, l)+d(l, j))
      end do
    end do
  end do
  print *, sum(d)
end program
