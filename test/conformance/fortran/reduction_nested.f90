! The sum of inner sums.
! CONVERTED: 2
program reduction_nested
  implicit none
  integer, parameter :: n = 80
  integer :: i, j
  integer :: s, inner
  s = 0
  !$omp parallel do private(j, inner) reduction(+:s)
  do i = 1, n
    inner = 0
    !$omp parallel do reduction(+:inner)
    do j = 1, i
      inner = inner + j
    end do
    s = s + inner * mod(i, 3)
  end do
  print *, s
end program
