! Complex numbers.
program reduction_complex
  implicit none
  integer, parameter :: n = 500
  integer :: i
  complex(8) :: z
  z = (0, 0)
  !$omp parallel do reduction(+:z)
  do i = 1, n
    z = z + cmplx(i, -2 * i, 8)
  end do
  print *, nint(real(z)), nint(aimag(z))
end program
