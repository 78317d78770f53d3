// Iteration i reads what iteration i + 1 writes.
int a[201];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 200; ++i)
    a[i] = a[i + 1] + 1;
  return a[0] < 0;
}
