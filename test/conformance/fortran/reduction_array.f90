! An array is reduced: flang passes a descriptor.
program reduction_array
  implicit none
  integer, parameter :: n = 4000
  integer :: i
  integer :: h(10)
  h = 0
  !$omp parallel do reduction(+:h)
  do i = 1, n
    h(mod(i * i, 10) + 1) = h(mod(i * i, 10) + 1) + i
  end do
  print *, h
end program
