// Iterations write different elements, and the creator waits.
int a[40];
int main(void) {
  int sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop
    for (int i = 0; i < 40; ++i)
      a[i] = i;
    for (int i = 0; i < 40; ++i)
      sum += a[i];
  }
  return sum != 780;
}
