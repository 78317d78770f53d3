! Inner loops that are left early, and cycles.
! CONVERTED: 1
program exit_inner_loop
  implicit none
  integer, parameter :: n = 150
  integer :: i, j, x(n)
  !$omp parallel do private(j)
  do i = 1, n
    x(i) = 0
    do j = 1, n
      if (j * j > i) exit
      if (mod(j, 2) == 0) cycle
      x(i) = x(i) + j
    end do
  end do
  print *, sum(x)
end program
