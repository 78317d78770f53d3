// The second task is created behind the taskwait.
static int f(int x) { return x + 1; }
int main(void) {
  int a = 0, b = 0, sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(a)
    a = f(1);
#pragma omp taskwait
#pragma omp task shared(b)
    b = f(2);
    sum = a + b;
  }
  return sum < 0;
}
