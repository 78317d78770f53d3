// Two tasks with `in` run at the same time, and one writes.
int x, y;
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(in : x)
    x = 2;
#pragma omp task depend(in : x)
    y = x;
  }
  return y < 0;
}
