// The dependence names another variable than the one that is used.
int x, y;
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(in : y)
    y = x;
  }
  return y < 0;
}
