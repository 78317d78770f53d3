// The task is critical, its creator is not.
int x;
int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
#pragma omp critical
      x++;
    }
    x++;
  }
  return x < 0;
}
