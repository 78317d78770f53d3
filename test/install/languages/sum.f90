program harmonic
  implicit none
  integer :: i
  real(8) :: total
  total = 0
  !$omp parallel do reduction(+ : total)
  do i = 1, 1000000
    total = total + 1d0 / i
  end do
  print '(f6.3)', total
end program
