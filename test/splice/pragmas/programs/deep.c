// A recursion of 4000 calls, for which a plain program has room many times over; and many regions in an effect.
#include <stdio.h>
#include <tactus/splice.h>

enum { Deep = 4000, Size = 4096 };
static long x[Deep + 1], y[Deep + 1];
static int arrays[7][Size];

#pragma splice func Reads(tactus_range(a, a + n + 1)) Writes(tactus_range(b, b + n))
static void walk(const long *a, long *b, long n) {
  if (n == 0)
    return;
#pragma splice step Reads(tactus_range(a, a + 2)) Writes(tactus_range(b, b + 1))
  *b = a[0] + a[1];
  walk(a + 1, b + 1, n - 1);
}

#define PART(k) tactus_range(arrays[k] + l, arrays[k] + h)
#pragma splice func Reads(PART(0), PART(1), PART(2), PART(3), PART(4)) Writes(tactus_range(to + l, to + h))
static void add(int *to, long l, long h) {
  if (h - l > 256) {
    add(to, l, (l + h) / 2);
    add(to, (l + h) / 2, h);
    return;
  }
#pragma splice step Reads(PART(0), PART(1), PART(2), PART(3), PART(4)) Writes(tactus_range(to + l, to + h))
  for (long i = l; i < h; i++)
    to[i] = arrays[0][i] + arrays[1][i] * 2 + arrays[2][i] * 3 + arrays[3][i] * 5 + arrays[4][i] * 7;
}

int main(void) {
  for (int i = 0; i <= Deep; i++)
    x[i] = i;
#pragma splice try(2)
  {
    walk(x, y, Deep - 1);
    walk(y, x, Deep - 2);
  }
  printf("%ld %ld\n", y[Deep / 2], x[Deep / 2]);
  for (int k = 0; k < 5; k++)
    for (int i = 0; i < Size; i++)
      arrays[k][i] = i % (k + 2);
#pragma splice try(4)
  for (int t = 0; t < 8; t++)
    add(arrays[t & 1 ? 4 : 5], 0, Size);
  printf("%d %d\n", arrays[4][77], arrays[5][Size - 1]);
}
