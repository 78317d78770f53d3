// Tasks and their creator use one critical section.
int x;
int main(void) {
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 10; ++i) {
#pragma omp task
      {
#pragma omp critical
        x++;
      }
    }
#pragma omp critical
    x++;
  }
  return x != 11;
}
