// FLAGS: -O2
// CONVERTED: 5
// PROMOTES
// Leaf nests whose variables are stepped: loops in the middle that are one iteration long, begin anew at every row and
// go down, and slices that begin and end in the middle of rows.
#include "support.h"

NOINLINE uint64_t four(int a, long b, unsigned c, short d) {
  uint64_t h = 0;
#pragma omp parallel for collapse(4) reduction(+ : h)
  for (int i = a; i >= -3; i -= 4)
    for (long j = 7; j < b; j += 5)
      for (unsigned k = c; k > 2; k -= 2)
        for (short l = -2; l <= d; l++)
          h += mix((uint64_t)i * 1000003 + (uint64_t)j * 1009 + k * 31 + (uint64_t)l);
  return h;
}

NOINLINE uint64_t three(int a, int stride, int c) {
  uint64_t h = 0;
#pragma omp parallel for collapse(3) reduction(+ : h) schedule(guided, 3)
  for (unsigned char i = 250; i > a; i -= 7)
    for (int j = 0; j < 50; j += stride)
      for (int k = 3; k != c; k++)
        h += mix((uint64_t)i * 65537 + (uint64_t)j * 257 + (uint64_t)k);
  return h;
}

NOINLINE uint64_t two(int a, int c, int *i, int *j) {
  uint64_t h = 0;
  int row = *i, column = *j;
#pragma omp parallel for collapse(2) reduction(+ : h) lastprivate(row, column)
  for (row = 0; row < a; row += 3)
    for (column = c; column > 0; column -= 2)
      h += mix((uint64_t)row * 257 + (uint64_t)column);
  *i = row;
  *j = column;
  return h;
}

static int table[40][60];

NOINLINE uint64_t written(int n, int step) {
#pragma omp parallel for
  for (int t = 0; t < n; t++)
#pragma omp parallel for collapse(2)
    for (int i = t % 2; i < 40; i += 2)
      for (int j = 1; j < 60; j += step)
        table[i][j] += t * i + j;
  return hash_bytes(table, sizeof table);
}

int main(void) {
  SHOW("four", four(40, 60, 20, 9));
  SHOW("short rows", four(40, 300, 3, -1));
  SHOW("short middle", four(400, 8, 4, 30));
  SHOW("one", four(-3, 8, 3, -2));
  SHOW("empty", four(40, 7, 20, 9));
  for (int stride = 1; stride < 60; stride += 7)
    SHOW("three", three(20, stride, 9));
  int i = -1, j = -1;
  SHOW("two", two(300, 50, &i, &j));
  SHOW("i", i);
  SHOW("j", j);
  SHOW("written", written(2, 3));
}
