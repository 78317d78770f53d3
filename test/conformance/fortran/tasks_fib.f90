! Tasks of a recursive function.
module trees
  implicit none
contains
  recursive integer function fib(n) result(value)
    integer, intent(in) :: n
    integer :: a, b
    if (n < 2) then
      value = n
      return
    end if
    !$omp task shared(a)
    a = fib(n - 1)
    !$omp end task
    b = fib(n - 2)
    !$omp taskwait
    value = a + b
  end function
end module

program tasks_fib
  use trees
  implicit none
  integer :: value
  !$omp parallel
  !$omp single
  value = fib(16)
  !$omp end single
  !$omp end parallel
  print *, value
end program
