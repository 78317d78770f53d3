! Heat in a plate whose left edge is hot: every loop that may be parallel says so, the inner ones too. A plate that is
! small stays serial, a large one is split by columns, and a tall and narrow one by rows.
!
! heat ROWS COLUMNS STEPS
program heat
  implicit none
  real(8), allocatable :: plate(:, :), next(:, :)
  real(8) :: change
  integer :: rows, columns, steps, i, j, step

  rows = argument(1)
  columns = argument(2)
  steps = argument(3)
  allocate (plate(0:rows + 1, 0:columns + 1))
  plate = 0
  plate(:, 0) = 100
  next = plate
  do step = 1, steps
    change = 0
    !$omp parallel do reduction(max:change)
    do j = 1, columns
      !$omp parallel do reduction(max:change)
      do i = 1, rows
        next(i, j) = (plate(i - 1, j) + plate(i + 1, j) + plate(i, j - 1) + plate(i, j + 1)) / 4
        change = max(change, abs(next(i, j) - plate(i, j)))
      end do
    end do
    !$omp parallel do
    do j = 1, columns
      plate(1:rows, j) = next(1:rows, j)
    end do
  end do
  print '(a,f9.6)', 'last change  ', change
  print '(a,f9.4)', 'mean warmth  ', sum(plate(1:rows, 1:columns)) / (rows * columns)

contains

  integer function argument(number)
    integer, intent(in) :: number
    character(len=20) :: text
    call get_command_argument(number, text)
    read (text, *) argument
  end function
end program
