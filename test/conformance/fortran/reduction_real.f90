! Reals of two kinds, and several variables of one loop.
! CONVERTED: 1
program reduction_real
  implicit none
  integer, parameter :: n = 20000
  integer :: i
  real(8) :: total, largest
  real(4) :: single
  integer :: count
  total = 1
  largest = -1
  single = 0
  count = 0
  !$omp parallel do reduction(+:total, count, single) reduction(max:largest)
  do i = 1, n
    total = total + 1d0 / i
    largest = max(largest, sin(real(i, 8)))
    count = count + mod(i, 5)
    single = single + 0.5
  end do
  print '(a,es22.14)', '~ ', total
  print '(a,es22.14)', '~ ', largest
  print *, count, single
end program
