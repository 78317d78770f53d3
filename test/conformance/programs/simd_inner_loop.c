// FLAGS: -O3
// CONVERTED: 1
// A simd loop with a reduction inside a parallel loop; it stays a serial, vectorised loop.
#include "support.h"

int main(void) {
  static int m[100][128];
  static long rows[100];
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 128; j++)
      m[i][j] = (int)(mix((unsigned)(i * 128 + j)) % 1000);
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    int sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < 128; j++)
      sum += m[i][j] * m[(i + 1) % 100][j];
    rows[i] = sum;
  }
  SHOW_ARRAY("rows", rows, 100);
}
