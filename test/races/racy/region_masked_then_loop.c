// As with master, by another thread.
int limit, a[40];
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp masked filter(1)
    limit = 3;
#pragma omp for
    for (int i = 0; i < 40; ++i)
      a[i] = limit + i;
  }
  return a[0] < 0;
}
