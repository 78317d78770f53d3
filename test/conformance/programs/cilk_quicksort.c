// Two spawned halves of an array, down to one element.
// FLAGS: -O2
// PROMOTES
#include <cilk/cilk.h>
#include <stdio.h>

static void sort(int *a, int n) {
  if (n < 2)
    return;
  int pivot = a[n / 2], i = 0, j = n - 1;
  while (i <= j) {
    while (a[i] < pivot)
      ++i;
    while (a[j] > pivot)
      --j;
    if (i <= j) {
      int t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
  }
  cilk_spawn sort(a, j + 1);
  sort(a + i, n - i);
}

int main(void) {
  static int a[3000];
  unsigned seed = 7;
  for (int i = 0; i < 3000; ++i)
    a[i] = (int)((seed = seed * 1103515245 + 12345) >> 8) % 10000;
  sort(a, 3000);
  for (int i = 0; i < 3000; i += 100)
    printf("%d\n", a[i]);
  return 0;
}
