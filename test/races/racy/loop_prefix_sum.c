// A running sum in a shared variable.
int a[64], b[64];
int main(void) {
  int run = 0;
#pragma omp parallel for
  for (int i = 0; i < 64; ++i) {
    run += a[i];
    b[i] = run;
  }
  return b[0];
}
