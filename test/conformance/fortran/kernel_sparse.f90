! A sparse matrix by rows: rows of differing length.
program kernel_sparse
  implicit none
  integer, parameter :: n = 300
  integer :: i, k, first(n + 1), column(n * n / 2), y(n)
  first(1) = 1
  do i = 1, n
    first(i + 1) = first(i) + mod(i * 37, 90)
    do k = first(i), first(i + 1) - 1
      column(k) = mod(k * 11, n) + 1
    end do
  end do
  !$omp parallel do private(k)
  do i = 1, n
    y(i) = 0
    do k = first(i), first(i + 1) - 1
      y(i) = y(i) + column(k)
    end do
  end do
  print *, sum(y)
end program
