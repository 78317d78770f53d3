! do simd, and a simd loop in an iteration.
! CONVERTED: 2
program simd_loops
  implicit none
  integer, parameter :: n = 256
  integer :: i, j
  real(8) :: a(n, n), b(n)
  !$omp parallel do simd
  do i = 1, n
    b(i) = i
  end do
  !$omp parallel do private(j)
  do i = 1, n
    !$omp simd
    do j = 1, n
      a(j, i) = b(j) * i
    end do
  end do
  print *, nint(sum(a) / 1000)
end program
