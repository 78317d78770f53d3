! Loop variables of 8, 16 and 64 bits.
program do_integer_kinds
  implicit none
  integer(2) :: s
  integer(8) :: l
  integer :: x(300)
  x = 0
  !$omp parallel do
  do s = 1_2, 300_2
    x(s) = x(s) + s
  end do
  !$omp parallel do
  do l = 300_8, 1_8, -1_8
    x(l) = x(l) + int(l * 2)
  end do
  print *, sum(x), x(1), x(300)
end program
