! lastprivate of a loop in chunks and of a collapsed nest, and the loop variable itself.
! CONVERTED: 2
program lastprivate_chunks
  implicit none
  integer, parameter :: n = 50
  integer :: i, j, last, x(n, n)
  !$omp parallel do schedule(dynamic, 3) lastprivate(last, i)
  do i = 1, n
    last = i * i
    x(i, 1) = last
  end do
  print *, last, i
  !$omp parallel do collapse(2) lastprivate(last)
  do j = 1, n
    do i = 1, n
      last = i * 1000 + j
      x(i, j) = last
    end do
  end do
  print *, last, sum(x)
end program
