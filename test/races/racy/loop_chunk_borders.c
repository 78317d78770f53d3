// Chunks of five: only their borders race.
int a[101];
int main(void) {
#pragma omp parallel for schedule(static, 5)
  for (int i = 0; i < 100; ++i)
    a[i] = a[i + 1];
  return a[0];
}
