program histmax
  implicit none
  integer, parameter :: n = 300000
  integer :: i, m, x(n)
  !$omp parallel do
  do i = 1, n
    x(i) = mod(i*7919, 4093)
  end do
  m = 0
  !$omp parallel do reduction(max:m)
  do i = 1, n
    m = max(m, x(i))
  end do
  print *, m
end program
