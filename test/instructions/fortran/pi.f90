program pi
  implicit none
  integer, parameter :: n = 1000000
  integer :: i
  real(8) :: s, x
  s = 0
  !$omp parallel do reduction(+:s) private(x)
  do i = 1, n
    x = (i-0.5d0)/n
    s = s+4/(1+x*x)
  end do
  print *, s/n
end program
