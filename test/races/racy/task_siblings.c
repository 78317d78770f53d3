// Two sibling tasks write one variable.
int x;
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    x = 1;
#pragma omp task
    x = 2;
  }
  return x < 1;
}
