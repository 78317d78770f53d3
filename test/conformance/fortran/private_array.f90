! A private array as scratch.
program private_array
  implicit none
  integer, parameter :: n = 300
  integer :: i, k
  integer :: scratch(16), x(n)
  !$omp parallel do private(scratch, k)
  do i = 1, n
    do k = 1, 16
      scratch(k) = i * k
    end do
    x(i) = sum(scratch)
  end do
  print *, sum(x), x(n)
end program
