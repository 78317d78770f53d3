program mandel
  implicit none
  integer, parameter :: n = 150
  integer :: i, j, l, m(n, n)
  real(8) :: x, y, a, b, t
  !$omp parallel do private(i,l,x,y,a,b,t) schedule(dynamic)
  do j = 1, n
    do i = 1, n
      a = -2+3d0*i/n
      b = -1.5d0+3d0*j/n
      x = 0
      y = 0
      m(i, j) = 200
      do l = 1, 200
        t = x*x-y*y+a
        y = 2*x*y+b
        x = t
        if(x*x+y*y>4)then
          m(i, j) = l
          exit
        end if
      end do
    end do
  end do
  print *, sum(m)
end program
