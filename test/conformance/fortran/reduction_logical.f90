! .and., .or., .eqv. and .neqv.
! CONVERTED: 2
program reduction_logical
  implicit none
  integer, parameter :: n = 2000
  integer :: i
  logical :: x(n), all_true, any_true, even, odd
  do i = 1, n
    x(i) = mod(i, 3) /= 0
  end do
  all_true = .true.
  any_true = .false.
  even = .true.
  odd = .false.
  !$omp parallel do reduction(.and.:all_true) reduction(.or.:any_true)
  do i = 1, n
    all_true = all_true .and. (x(i) .or. i < 3000)
    any_true = any_true .or. (i == 777)
  end do
  !$omp parallel do reduction(.eqv.:even) reduction(.neqv.:odd)
  do i = 1, n
    even = even .eqv. x(i)
    odd = odd .neqv. x(i)
  end do
  print *, all_true, any_true, even, odd
end program
