// Seven tasks into local buffers, then a combination.
// PROMOTES
#include "support.h"
static void multiply(const int64_t *a, const int64_t *b, int64_t *c, int n) {
  if (n <= 4) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        int64_t s = 0;
        for (int k = 0; k < n; k++)
          s += a[i * n + k] * b[k * n + j];
        c[i * n + j] = s;
      }
    return;
  }
  int h = n / 2, q = h * h;
  int64_t *p = malloc(sizeof *p * (size_t)(16 * q));
  int64_t *pa = p, *pb = p + 4 * q, *pc = p + 8 * q;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int quarter = (i / h) * 2 + j / h, at = (i % h) * h + j % h;
      pa[quarter * q + at] = a[i * n + j];
      pb[quarter * q + at] = b[i * n + j];
    }
  for (int i = 0; i < 8; i++) {
#pragma omp task firstprivate(i)
    multiply(pa + (i / 4 * 2 + i % 2) * q, pb + (i % 2 * 2 + i / 2 % 2) * q, pc + i * q, h);
  }
#pragma omp taskwait
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int quarter = (i / h) * 2 + j / h, at = (i % h) * h + j % h;
      int first = quarter / 2 * 4 + quarter % 2 * 2;
      c[i * n + j] = pc[first * q + at] + pc[(first + 1) * q + at];
    }
  free(p);
}
int main() {
  enum { N = 32 };
  static int64_t a[N * N], b[N * N], c[N * N];
  for (int i = 0; i < N * N; i++) {
    a[i] = (int64_t)(mix((uint64_t)i) % 100);
    b[i] = (int64_t)(mix((uint64_t)i + 5000) % 100);
  }
#pragma omp parallel
#pragma omp single
  multiply(a, b, c, N);
  SHOW_ARRAY("c", c, N * N);
}
