// Private, with its address taken.
int a[100], b[100];
__attribute__((noinline)) static void set(int *t, int x) { *t = x; }
int main(void) {
  int t;
#pragma omp parallel for private(t)
  for (int i = 0; i < 100; ++i) {
    set(&t, a[i] + 1);
    b[i] = t * t;
  }
  return b[0] != 1;
}
