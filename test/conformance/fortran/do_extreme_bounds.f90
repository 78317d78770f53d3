! The variable runs to the ends of its type.
! CONVERTED: 4
program do_extreme_bounds
  implicit none
  integer :: i
  integer(8) :: total
  integer(1) :: k
  integer(8) :: j
  total = 0
  !$omp parallel do reduction(+:total)
  do i = huge(i) - 1000, huge(i) - 1
    total = total + i
  end do
  print *, total
  total = 0
  !$omp parallel do reduction(+:total)
  do i = -huge(i), -huge(i) + 99
    total = total - i
  end do
  print *, total
  total = 0
  !$omp parallel do reduction(+:total)
  do i = -2000000000, 2000000000, 1000000
    total = total + i / 1000
  end do
  print *, total
  total = 0
  !$omp parallel do reduction(+:total)
  do j = 10000000000_8, 10000001000_8, 3
    total = total + j
  end do
  print *, total
end program
