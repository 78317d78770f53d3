// The third task has no dependence.
int x, y;
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(in : x) depend(out : y)
    y = x;
#pragma omp task
    y = 3;
  }
  return y < 0;
}
