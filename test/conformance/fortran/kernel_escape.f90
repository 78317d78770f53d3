! Iterations whose work differs: the points of a plane that escape.
! CONVERTED: 1
program kernel_escape
  implicit none
  integer, parameter :: n = 40
  integer :: i, j, k, count(n, n)
  complex(8) :: z, c
  !$omp parallel do private(i, k, z, c) schedule(dynamic)
  do j = 1, n
    do i = 1, n
      c = cmplx(-2 + 3d0 * i / n, -1.5d0 + 3d0 * j / n, 8)
      z = 0
      count(i, j) = 100
      do k = 1, 100
        z = z * z + c
        if (real(z) * real(z) + aimag(z) * aimag(z) > 4) then
          count(i, j) = k
          exit
        end if
      end do
    end do
  end do
  print *, sum(count)
end program
