! Rows of a constant length: strips begin and end in the middle of one, and in each of the three dimensions.
! CONVERTED: 3
program do_collapse_whole_rows
  implicit none
  integer, parameter :: n = 19
  integer :: a(0:n, 0:n, 0:n), b(0:n, 0:n, 0:n), i, j, l, last

  b = 0
  do l = 0, n
    do j = 0, n
      do i = 0, n
        a(i, j, l) = mod(i * 7 + j * 13 + l * 29, 31)
      end do
    end do
  end do
  last = 0
  !$omp parallel do collapse(3) lastprivate(last)
  do l = 1, n - 1
    do j = 1, n - 1
      do i = 1, n - 1
        b(i, j, l) = a(i - 1, j, l) + a(i + 1, j, l) + a(i, j - 1, l) * a(i, j, l + 1)
        last = b(i, j, l)
      end do
    end do
  end do
  print *, sum(b), last
  !$omp parallel do collapse(2)
  do j = 1, n - 1
    do i = n - 1, 1, -2
      b(i, j, 1) = b(i, j, 1) + a(j, i, 1)
    end do
  end do
  !$omp parallel do collapse(2)
  do j = 1, n
    do i = 1, 1
      b(i, j, 2) = b(i, j, 2) + j
    end do
  end do
  print *, sum(b), sum(b(:, 3, 1)), sum(b(1, :, 2))
end program
