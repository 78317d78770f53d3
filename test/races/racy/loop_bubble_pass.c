// Neighbouring exchanges overlap.
int a[65];
int main(void) {
  for (int i = 0; i < 65; ++i)
    a[i] = 65 - i;
#pragma omp parallel for
  for (int i = 0; i < 64; ++i)
    if (a[i] > a[i + 1]) {
      int t = a[i];
      a[i] = a[i + 1];
      a[i + 1] = t;
    }
  return a[0] < 0;
}
