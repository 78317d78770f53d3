! private, firstprivate and lastprivate.
! CONVERTED: 1
program private_clauses
  implicit none
  integer, parameter :: n = 777
  integer :: i, t, offset, last
  integer :: x(n)
  offset = 10
  t = -1
  last = 0
  !$omp parallel do private(t) firstprivate(offset) lastprivate(last)
  do i = 1, n
    t = i * 2
    last = t + offset
    x(i) = last
  end do
  print *, sum(x), last, offset
end program
