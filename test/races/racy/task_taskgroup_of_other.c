// The task is created outside of the group that is waited for.
int x, y;
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    x = 1;
#pragma omp taskgroup
    {
#pragma omp task
      y = 1;
    }
    x = 2;
  }
  return x < 1;
}
