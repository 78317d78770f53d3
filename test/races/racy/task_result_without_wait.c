// The result is read before the task is waited for.
static int fib(int n) {
  int a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = fib(n - 1);
  b = fib(n - 2);
  int sum = a + b;
#pragma omp taskwait
  return sum;
}
int main(void) {
  int result = 0;
#pragma omp parallel
#pragma omp single
  result = fib(6);
  return result < -1000000000;
}
