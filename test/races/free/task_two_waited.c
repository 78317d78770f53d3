// Both tasks are waited for.
int main(void) {
  int a = 0, b = 0, sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(a)
    a = 1;
#pragma omp task shared(b)
    b = 2;
#pragma omp taskwait
    sum = a + b;
  }
  return sum != 3;
}
