// The two pointers overlap.
static void shift(int *to, int *from, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    to[i] = from[i] + 1;
}
int a[101];
int main(void) {
  shift(a + 1, a, 100);
  return a[0] < 0;
}
