// The second half of the iterations undoes the first.
int a[64];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 64; ++i) {
    int t = a[i];
    a[i] = a[63 - i];
    a[63 - i] = t;
  }
  return a[0];
}
