! Matrices, three loops.
! CONVERTED: 2
program kernel_matmul
  implicit none
  integer, parameter :: n = 40
  integer :: i, j, k
  integer :: a(n, n), b(n, n), c(n, n)
  !$omp parallel do collapse(2)
  do j = 1, n
    do i = 1, n
      a(i, j) = i - j
      b(i, j) = i + j
      c(i, j) = 0
    end do
  end do
  !$omp parallel do private(i, k)
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
  print *, sum(c), c(1, 1), c(n, n), c(7, 11)
end program
