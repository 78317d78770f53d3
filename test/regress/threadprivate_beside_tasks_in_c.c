// FLAGS: -O2
// The function by which clang finds a threadprivate variable has a name of C++'s in C as well, so a file with tasks was
// taken for one of C++, and C's driver could not link it.
#include <stdio.h>

extern long counter;
#pragma omp threadprivate(counter)
long counter;

static long fib(int n) {
  if (n < 2)
    return n;
  long a, b;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  long result = 0, sum = 0;
#pragma omp parallel
#pragma omp single
  result = fib(18);
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
    counter = 7;
    sum += counter;
  }
  if (result == 2584 && sum == 21)
    return 0;
  printf("%ld, not 2584; %ld, not 21\n", result, sum);
  return 1;
}
