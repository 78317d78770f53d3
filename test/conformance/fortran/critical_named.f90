! Two named sections.
program critical_named
  implicit none
  integer, parameter :: n = 300
  integer :: i, s, t
  s = 0
  t = 1
  !$omp parallel do
  do i = 1, n
    if (mod(i, 2) == 0) then
      !$omp critical (even)
      s = s + i
      !$omp end critical (even)
    else
      !$omp critical (odd)
      t = ieor(t, i)
      !$omp end critical (odd)
    end if
  end do
  print *, s, t
end program
