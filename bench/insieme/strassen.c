/* Matrix multiplication by Strassen's seven products, each a task, down to blocks that are multiplied directly (the
 * Cilk suite's program). The size is rounded up to a power of two times the block. */
#ifndef BELOW
#include "insieme.h"

#include <string.h>

enum { BlockSize = 16, CutOff = 64 };

static void multiply(int n, const int64_t *a, const int64_t *b, int64_t *c, int width) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      int64_t sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[i * width + k] * b[k * width + j];
      c[i * width + j] = sum;
    }
}

/* to = left + sign * right; left and right have rows of `width`, to of n. */
static void combine(int n, const int64_t *left, const int64_t *right, int sign, int width, int64_t *to) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      to[i * n + j] = left[i * width + j] + sign * right[i * width + j];
}

static void copy(int n, const int64_t *from, int width, int64_t *to) {
  for (int i = 0; i < n; ++i)
    memcpy(to + i * n, from + i * width, (size_t)n * sizeof *to);
}

#ifdef CUT_OFF /* the functions once more, without tasks: tasks.h */
#define BELOW
#define strassen strassen_below
#include "strassen.c"
#undef strassen
#undef BELOW
#endif
#endif
#include "tasks.h"

/* c = a b, all n by n and dense. */
static void strassen(int n, const int64_t *a, const int64_t *b, int64_t *c) {
  int half = n / 2, cells = half * half;
  const int64_t *a11 = a, *a12 = a + half, *a21 = a + half * n, *a22 = a21 + half;
  const int64_t *b11 = b, *b12 = b + half, *b21 = b + half * n, *b22 = b21 + half;
  int64_t *space, *m[7], *left[7], *right[7];
  if (n <= BlockSize) {
    multiply(n, a, b, c, n);
    return;
  }
  CUT(n > CutOff, strassen_below(n, a, b, c); return)
  space = allocate((size_t)cells * 21 * sizeof *space);
  for (int i = 0; i < 7; ++i) {
    m[i] = space + 3 * i * cells;
    left[i] = m[i] + cells;
    right[i] = left[i] + cells;
  }
  combine(half, a11, a22, 1, n, left[0]);
  combine(half, b11, b22, 1, n, right[0]);
  combine(half, a21, a22, 1, n, left[1]);
  copy(half, b11, n, right[1]);
  copy(half, a11, n, left[2]);
  combine(half, b12, b22, -1, n, right[2]);
  copy(half, a22, n, left[3]);
  combine(half, b21, b11, -1, n, right[3]);
  combine(half, a11, a12, 1, n, left[4]);
  copy(half, b22, n, right[4]);
  combine(half, a21, a11, -1, n, left[5]);
  combine(half, b11, b12, 1, n, right[5]);
  combine(half, a12, a22, -1, n, left[6]);
  combine(half, b21, b22, 1, n, right[6]);
  TASK(, strassen(half, left[0], right[0], m[0]));
  TASK(, strassen(half, left[1], right[1], m[1]));
  TASK(, strassen(half, left[2], right[2], m[2]));
  TASK(, strassen(half, left[3], right[3], m[3]));
  TASK(, strassen(half, left[4], right[4], m[4]));
  TASK(, strassen(half, left[5], right[5], m[5]));
  TASK(, strassen(half, left[6], right[6], m[6]));
  TASK_WAIT
  for (int i = 0; i < half; ++i)
    for (int j = 0; j < half; ++j) {
      int at = i * half + j;
      c[i * n + j] = m[0][at] + m[3][at] - m[4][at] + m[6][at];
      c[i * n + j + half] = m[2][at] + m[4][at];
      c[(i + half) * n + j] = m[1][at] + m[3][at];
      c[(i + half) * n + j + half] = m[0][at] - m[1][at] + m[2][at] + m[5][at];
    }
  free(space);
}

#ifndef BELOW
int main(int argc, char **argv) {
  long wanted = size_argument(argc, argv, 128);
  int n = BlockSize, is_right = 1;
  int64_t *a, *b, *c, sum = 0;
  uint64_t state = 3;
  while (n < wanted)
    n *= 2;
  a = allocate((size_t)n * (size_t)n * sizeof *a);
  b = allocate((size_t)n * (size_t)n * sizeof *b);
  c = allocate((size_t)n * (size_t)n * sizeof *c);
  for (int i = 0; i < n * n; ++i) {
    a[i] = next_random(&state) % 100;
    b[i] = next_random(&state) % 100;
  }
  begin_measured();
#pragma omp parallel
#pragma omp single
  strassen(n, a, b, c);
  end_measured();
  /* Whole numbers: c x = a (b x) holds exactly, for a vector of small ones. */
  for (int i = 0; i < n; ++i) {
    int64_t direct = 0, nested = 0;
    for (int j = 0; j < n; ++j) {
      int64_t row = 0;
      for (int k = 0; k < n; ++k)
        row += b[j * n + k] * (k % 7 - 3);
      nested += a[i * n + j] * row;
      direct += c[i * n + j] * (j % 7 - 3);
      sum += c[i * n + j];
    }
    is_right &= direct == nested;
  }
  free(a);
  free(b);
  free(c);
  return report("strassen", n, sum, is_right);
}
#endif
