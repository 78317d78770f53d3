// `t` should be private.
int a[100], b[100];
int main(void) {
  int t;
#pragma omp parallel for
  for (int i = 0; i < 100; ++i) {
    t = a[i] + 1;
    b[i] = t * t;
  }
  return b[0] < 0;
}
