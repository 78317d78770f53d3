! A stencil in time: loops of a region, with the array that is read and the one that is written.
! CONVERTED: 2
program kernel_stencil
  implicit none
  integer, parameter :: n = 200, steps = 20
  integer :: i, step
  real(8) :: a(0:n + 1), b(0:n + 1)
  a = 0
  a(0) = 1
  b = a
  do step = 1, steps
    !$omp parallel do
    do i = 1, n
      b(i) = (a(i - 1) + a(i) + a(i + 1)) / 3
    end do
    !$omp parallel do
    do i = 1, n
      a(i) = b(i)
    end do
  end do
  print '(a,es22.14)', '~ ', sum(a)
end program
