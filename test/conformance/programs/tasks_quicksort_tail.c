// The second half is an ordinary call at the end, without a taskwait.
// PROMOTES
#include "support.h"
static void sort(int *a, long lo, long hi) {
  if (hi - lo < 2)
    return;
  int pivot = a[lo + (hi - lo) / 2];
  long i = lo, j = hi - 1;
  while (i <= j) {
    while (a[i] < pivot)
      i++;
    while (a[j] > pivot)
      j--;
    if (i <= j) {
      int t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
  }
#pragma omp task
  sort(a, lo, j + 1);
  sort(a, i, hi);
}
int main() {
  enum { N = 20000 };
  static int a[N];
  for (int i = 0; i < N; i++)
    a[i] = (int)(mix((uint64_t)i) % 100000);
#pragma omp parallel
#pragma omp single
  sort(a, 0, N);
  SHOW_ARRAY("a", a, N);
}
