// Steps in parts, of which those of one function are one part each time: the statistics say where.
#include <stdio.h>
#include <tactus/splice.h>

enum { Size = 1024, Leaf = 64 };
static unsigned arrays[2][Size + 2];
#define RANGE(t, first, last) tactus_range(arrays[(t) & 1] + (first), arrays[(t) & 1] + (last))
#define NEXT(i) arrays[(t + 1) & 1][i] = arrays[t & 1][(i) - 1] * 3 + arrays[t & 1][(i) + 1]

#pragma splice func Reads(RANGE(t, l - 1, h + 1)) Writes(RANGE(t + 1, l, h))
static void rows(int t, int l, int h) {
  if (h - l > Leaf) {
    rows(t, l, (l + h) / 2);
    rows(t, (l + h) / 2, h);
    return;
  }
  struct tactus_chunks c = {l, h, Leaf / 4, t};
#pragma splice step Reads(RANGE(t, c.first - 1, c.last + 1)) Writes(RANGE(t + 1, c.first, c.last)) Slice(c)
  for (ptrdiff_t i = c.first; i < c.last; i++)
    NEXT(i);
}

#pragma splice func Reads(RANGE(t, l - 1, h + 1)) Writes(RANGE(t + 1, l, h))
static void blocks(int t, int l, int h) {
  if (h - l > Leaf) {
    blocks(t, l, (l + h) / 2);
    blocks(t, (l + h) / 2, h);
    return;
  }
  struct tactus_chunks c = {l, h, 4 * Size, 0};
#pragma splice step Reads(RANGE(t, c.first - 1, c.last + 1)) Writes(RANGE(t + 1, c.first, c.last)) Slice(c)
  for (ptrdiff_t i = c.first; i < c.last; i++) // one part
    NEXT(i);
}

int main(void) {
  for (int i = 0; i < Size + 2; i++)
    arrays[0][i] = arrays[1][i] = (unsigned)i;
#pragma splice try(4)
  for (int t = 0; t < 12; t++) {
    rows(t, 1, Size + 1);
    blocks(t + 1, 1, Size + 1);
  }
  unsigned sum = 0;
  for (int i = 0; i < Size + 2; i++)
    sum = sum * 31 + arrays[0][i] + 3 * arrays[1][i];
  printf("%u\n", sum);
}
