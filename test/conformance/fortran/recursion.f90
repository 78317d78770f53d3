! A recursive procedure with a parallel loop at every level.
module sorting
  implicit none
contains
  recursive subroutine sum_tree(x, total)
    integer, intent(in) :: x(:)
    integer, intent(out) :: total
    integer :: parts(4), k, n, first, last
    n = size(x)
    if (n <= 8) then
      total = sum(x)
      return
    end if
    !$omp parallel do private(first, last)
    do k = 1, 4
      first = (k - 1) * n / 4 + 1
      last = k * n / 4
      call sum_tree(x(first:last), parts(k))
    end do
    total = sum(parts)
  end subroutine
end module

program recursion
  use sorting
  implicit none
  integer :: x(3000), i, total
  x = [(mod(i * 31, 101), i = 1, 3000)]
  call sum_tree(x, total)
  print *, total, sum(x)
end program
