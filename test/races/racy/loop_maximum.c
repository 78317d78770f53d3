// A maximum by hand, without a reduction.
int a[100];
int main(void) {
  int most = -1;
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    if (a[i] + i > most)
      most = a[i] + i;
  return most < 0;
}
