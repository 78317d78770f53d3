program monte
  implicit none
  integer, parameter :: n = 200000
  integer :: i, hits
  integer(8) :: s
  real(8) :: x, y
  hits = 0
  !$omp parallel do private(s,x,y) reduction(+:hits)
  do i = 1, n
    s = mod(i*16807_8, 2147483647_8)
    x = s/2147483647d0
    s = mod(s*16807_8, 2147483647_8)
    y = s/2147483647d0
    if(x*x+y*y<1)hits=hits+1
  end do
  print *, hits
end program
