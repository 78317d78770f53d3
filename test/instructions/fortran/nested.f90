program nested
  implicit none
  integer, parameter :: n = 300
  integer :: i, j
  real(8) :: a(n, n)
  !$omp parallel do private(j)
  do i = 1, n
    !$omp parallel do
    do j = 1, n
      a(j, i) = i*0.5d0+j
    end do
  end do
  print *, sum(a)
end program
