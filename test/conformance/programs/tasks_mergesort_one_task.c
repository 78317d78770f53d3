// One half as a task, the other called: the callee waits for both.
// PROMOTES
#include "support.h"
static void sort(int *a, int *t, int n) {
  if (n < 2)
    return;
  int h = n / 2;
#pragma omp task
  sort(a, t, h);
  sort(a + h, t + h, n - h);
#pragma omp taskwait
  for (int i = 0, j = h, k = 0; k < n; k++)
    t[k] = j >= n || (i < h && a[i] <= a[j]) ? a[i++] : a[j++];
  memcpy(a, t, (size_t)n * sizeof *a);
}
int main() {
  enum { N = 10000 };
  static int a[N], t[N];
  for (int i = 0; i < N; i++)
    a[i] = (int)(mix((uint64_t)i) % 100000);
#pragma omp parallel
#pragma omp single
  sort(a, t, N);
  SHOW_ARRAY("a", a, N);
}
