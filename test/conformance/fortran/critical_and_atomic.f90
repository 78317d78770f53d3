! critical, atomic update, read, write and capture.
program critical_and_atomic
  implicit none
  integer, parameter :: n = 500
  integer :: i, s, t, u, v, seen(n)
  s = 0
  t = 0
  u = 0
  !$omp parallel do private(v)
  do i = 1, n
    !$omp critical
    s = s + i
    !$omp end critical
    !$omp atomic update
    t = t + 2 * i
    !$omp atomic capture
    u = u + 1
    v = u
    !$omp end atomic
    seen(v) = 1
  end do
  print *, s, t, u, sum(seen)
end program
