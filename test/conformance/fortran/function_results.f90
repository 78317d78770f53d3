! Functions that return arrays, in iterations.
! CONVERTED: 1
program function_results
  implicit none
  integer, parameter :: n = 50
  integer :: i, x(3, n)
  !$omp parallel do
  do i = 1, n
    x(:, i) = triple(i)
  end do
  print *, sum(x)
contains
  function triple(k) result(values)
    integer, intent(in) :: k
    integer :: values(3)
    values = [k, k * 2, k * 3]
  end function
end program
