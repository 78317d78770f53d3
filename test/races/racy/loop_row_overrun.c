// The column before a row is the previous row's last one.
int a[20][20];
int main(void) {
#pragma omp parallel for
  for (int i = 1; i < 20; ++i)
    for (int j = 0; j < 20; ++j)
      (&a[0][0])[i * 20 + j] = (&a[0][0])[i * 20 + j - 1];
  return a[0][0];
}
