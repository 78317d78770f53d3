! Strings, and input and output to one.
! CONVERTED: 1
program characters
  implicit none
  integer, parameter :: n = 40
  character(len=8) :: words(n)
  character(len=3) :: prefix
  integer :: i
  prefix = 'no.'
  !$omp parallel do
  do i = 1, n
    write (words(i), '(a,i3)') prefix, i
  end do
  print '(5a9)', words
end program
