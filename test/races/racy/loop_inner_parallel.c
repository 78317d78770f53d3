// The inner loop is the parallel one.
int a[10];
int main(void) {
  for (int i = 0; i < 10; ++i) {
#pragma omp parallel for
    for (int j = 0; j < 30; ++j)
      a[i] += j;
  }
  return a[0] < 0;
}
