program nbody
  implicit none
  integer, parameter :: n = 600
  type :: v
    real(8) :: x, y, z
  end type
  type(v) :: p(n), f(n)
  integer :: i, j
  real(8) :: dx, dy, dz, r
  do i = 1, n
    p(i) = v(sin(i*1d0), cos(i*2d0), i*0.01d0)
  end do
  !$omp parallel do private(j,dx,dy,dz,r)
  do i = 1, n
    f(i)%x = 0
    f(i)%y = 0
    f(i)%z = 0
    do j = 1, n
      dx = p(j)%x-p(i)%x
      dy = p(j)%y-p(i)%y
      dz = p(j)%z-p(i)%z
      r = 1/sqrt(dx*dx+dy*dy+dz*dz+0.01d0)
      f(i)%x = f(i)%x+dx*r
      f(i)%y = f(i)%y+dy*r
      f(i)%z = f(i)%z+dz*r
    end do
  end do
  print *, sum(f%x)
end program
