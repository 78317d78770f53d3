! Derived types with components, arrays of them, and nested ones.
! CONVERTED: 2
program derived_types
  implicit none
  type :: vector
    real(8) :: x, y
  end type
  type :: body
    type(vector) :: place, speed
    integer :: id
  end type
  integer, parameter :: n = 128
  type(body) :: bodies(n)
  real(8) :: energy
  integer :: i
  !$omp parallel do
  do i = 1, n
    bodies(i)%id = i
    bodies(i)%place = vector(i, -i)
    bodies(i)%speed%x = 0.5d0 * i
    bodies(i)%speed%y = 2
  end do
  energy = 0
  !$omp parallel do reduction(+:energy)
  do i = 1, n
    energy = energy + bodies(i)%speed%x * bodies(i)%place%x + bodies(i)%id
  end do
  print *, nint(energy), nint(bodies(n)%place%y)
end program
