// Each iteration has an array on its stack.
int out[60];
__attribute__((noinline)) static int fill(int *p, int i) {
  for (int j = 0; j < 32; ++j)
    p[j] = i + j;
  return p[i % 32];
}
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 60; ++i) {
    int local[32];
    out[i] = fill(local, i);
  }
  return out[1] != 2;
}
