// Barriers at the ends of loops.
int a[100], b[100];
int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for
    for (int i = 0; i < 100; ++i)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < 100; ++i)
      b[i] = a[99 - i];
  }
  return b[0] != 99;
}
