program rows
  implicit none
  integer, parameter :: n = 2000
  integer :: i, j
  real(8) :: a(64, n), r(n)
  a = 1
  !$omp parallel do private(j)
  do i = 1, n
    r(i) = 0
    do j = 1, 64
      r(i) = r(i)+a(j, i)*a(j, i)
    end do
  end do
  print *, sum(r)
end program
