! An array that each iteration has from before the loop.
program firstprivate_array
  implicit none
  integer, parameter :: n = 64
  integer :: i, k
  integer :: a(4), x(n)
  a = [1, 2, 3, 4]
  !$omp parallel do firstprivate(a) private(k)
  do i = 1, n
    x(i) = 0
    do k = 1, 4
      x(i) = x(i) + a(k) * i
    end do
  end do
  print *, sum(x), a
end program
