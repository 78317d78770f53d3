// FLAGS: -O2
// CONVERTED: 2
// PROMOTES
// The inner loop is in a function of its own frame: the stack walk finds the outer loop two frames up.
#include "support.h"

NOINLINE static uint64_t row(unsigned *out, int n, unsigned seed) {
  uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int j = 0; j < n; j++) {
    out[j] = (unsigned)work(seed + (unsigned)j, 3);
    sum += out[j];
  }
  return sum;
}

int main(void) {
  static unsigned a[50][40];
  static uint64_t sums[50];
#pragma omp parallel for
  for (int i = 0; i < 50; i++)
    sums[i] = row(a[i], 10 + i % 30, (unsigned)i * 1000);
  SHOW_ARRAY("a", &a[0][0], 2000);
  SHOW_ARRAY("sums", sums, 50);
}
