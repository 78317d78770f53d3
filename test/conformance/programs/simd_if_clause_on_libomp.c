// FLAGS: -O2
// CONVERTED: 1
// LEFT: two versions of the loop
// LEFT: two versions of the loop
// An if clause without a name holds for simd as well, and clang writes the loop twice; with a guided schedule both
// stand in one loop over chunks. One of them must not be taken for the whole.
#include "support.h"

static uint64_t table[600];

NOINLINE uint64_t chunks(int n, int threshold) {
  uint64_t last = 1;
#pragma omp parallel for simd if (n > threshold) schedule(guided, 2) lastprivate(last)
  for (long long i = 999999999942; i <= 999999999942 + 2 * n - 1; i += 2) {
    last = mix((uint64_t)i);
    table[(i - 999999999942) / 2] += last;
  }
  return last;
}

NOINLINE uint64_t whole(int n, int threshold) {
  uint64_t sum = 0;
#pragma omp parallel for simd if (n > threshold) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += table[i] >> 3;
  return sum;
}

NOINLINE void parallelOnly(int n, int threshold) {
#pragma omp parallel for simd if (parallel : n > threshold)
  for (int i = 0; i < n; i++)
    table[i] ^= mix((uint64_t)i);
}

int main(void) {
  for (int threshold = 0; threshold <= 600; threshold += 600) {
    SHOW("chunks", chunks(600, threshold));
    SHOW("whole", whole(600, threshold));
    parallelOnly(600, threshold);
    SHOW_ARRAY("table", table, 600);
  }
  return 0;
}
