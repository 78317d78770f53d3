! copyprivate hands a private value to the team.
program region_copyprivate
  implicit none
  integer, parameter :: n = 100
  integer :: i, token
  integer :: x(n)
  !$omp parallel private(token)
  token = 0
  !$omp single
  token = 42
  !$omp end single copyprivate(token)
  !$omp do
  do i = 1, n
    x(i) = token + i
  end do
  !$omp end parallel
  print *, sum(x)
end program
