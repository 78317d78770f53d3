// The second loop reads what the first one writes, without a barrier.
int a[100], b[100];
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for nowait
    for (int i = 0; i < 100; ++i)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < 100; ++i)
      b[i] = a[99 - i];
  }
  return b[0] < 0;
}
