! A common block of which each thread has its own: the region keeps threads.
! STRANDS
subroutine work(i)
  implicit none
  integer, intent(in) :: i
  integer :: scratch(8)
  common /own/ scratch
  !$omp threadprivate(/own/)
  integer :: k
  do k = 1, 8
    scratch(k) = i * k
  end do
end subroutine

integer function collect()
  implicit none
  integer :: scratch(8)
  common /own/ scratch
  !$omp threadprivate(/own/)
  collect = sum(scratch)
end function

program threadprivate_common
  implicit none
  integer, external :: collect
  integer :: scratch(8)
  common /own/ scratch
  !$omp threadprivate(/own/)
  integer :: i, x(200)
  scratch = 0
  !$omp parallel do
  do i = 1, 200
    call work(i)
    x(i) = collect() + scratch(1)
  end do
  print *, sum(x)
end program
