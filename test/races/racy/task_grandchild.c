// A taskwait does not wait for the children of children.
int x;
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
#pragma omp task
      x = 1;
    }
#pragma omp taskwait
    x = 2;
  }
  return x < 1;
}
