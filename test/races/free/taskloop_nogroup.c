// The creator waits by itself.
int a[40];
int main(void) {
  int sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop nogroup
    for (int i = 0; i < 40; ++i)
      a[i] = i;
#pragma omp taskwait
    for (int i = 0; i < 40; ++i)
      sum += a[i];
  }
  return sum != 780;
}
