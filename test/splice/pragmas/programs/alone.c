// Calls that do not come together. The statistics say why, at the lines that say so at their ends.
#include <stdio.h>
#include <tactus/splice.h>
enum { N = 1024 };
static int a[N], b[N];

#pragma splice func Writes(tactus_range(x, x + n))
static void add(int *x, int n) {
  if (n <= 64) {
    for (int i = 0; i < n; i++)
      x[i] += n + i;
    return;
  }
  add(x, n / 2);
  add(x + n / 2, n - n / 2);
}

int main(void) {
#pragma splice try(4) // no other call comes behind it
  add(a, N);
#pragma splice try(1) // one call at a time
  for (int i = 0; i < 4; i++)
    add(a, N);
#pragma splice try(4)
  for (int i = 0; i < 4; i++) {
    add(a, N);
    printf("%d\n", a[i]); // the code there touches what calls write
  }
#pragma splice
  for (int step = 0; step < 9; step++)
    for (int i = 1; i < N; i++) // fits into the second-level cache
      b[i] += a[i - 1];
  printf("%d\n", a[7] + b[9]);
  return 0;
}
