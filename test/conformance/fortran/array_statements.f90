! Array expressions with temporaries in iterations.
! CONVERTED: 1
program array_statements
  implicit none
  integer, parameter :: n = 30
  integer :: i
  integer :: a(n, n), b(n, n)
  a = 1
  b = 2
  !$omp parallel do
  do i = 1, n
    a(:, i) = a(:, i) + b(n:1:-1, i) * i
    b(:, i) = cshift(a(:, i), 1) + i
  end do
  print *, sum(a), sum(b)
  b = matmul(a, a)
  print *, sum(b)
end program
