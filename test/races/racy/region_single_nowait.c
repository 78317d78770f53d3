// A loop uses what a single construct without a barrier sets.
int limit, a[40];
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    limit = 3;
#pragma omp for
    for (int i = 0; i < 40; ++i)
      a[i] = limit + i;
  }
  return a[0] < 0;
}
