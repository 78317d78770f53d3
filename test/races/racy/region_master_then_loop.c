// A loop uses what the master sets, without a barrier.
int limit, a[40];
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp master
    limit = 3;
#pragma omp for
    for (int i = 0; i < 40; ++i)
      a[i] = limit + i;
  }
  return a[0] < 0;
}
