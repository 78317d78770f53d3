// FLAGS: -O2
// PROMOTES
// CONVERTED: 7
// An if clause without a name holds for simd as well, and clang writes the loop twice; with a guided schedule both
// stand in one loop over chunks. Where the clause is false, iterations may depend on each other: neither simd nor
// tasks.
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

// An iteration reads what one `distance` before it has written.
NOINLINE void atDistance(int n, int distance, uint64_t *x) {
#pragma omp parallel for simd if (distance >= n) num_threads(3)
  for (int i = 0; i < n; i++)
    x[i + distance] = 3 * x[i] + i;
}

// Asked of a variable of another kind, and not for parallel.
NOINLINE double simdOnly(int n, double question) {
  double greatest = 0;
#pragma omp parallel for simd if (simd : question) reduction(max : greatest) collapse(2)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 7; k++)
      greatest = greatest > table[i] % (1000 + k) ? greatest : table[i] % (1000 + k);
  return greatest;
}

// In a nest, and with a clause for each.
NOINLINE void nested(int n, int threshold) {
#pragma omp parallel for
  for (int i = 0; i < n; i += 100) {
#pragma omp parallel for simd if (parallel : n > threshold) if (simd : i > threshold)
    for (int k = i; k < i + 100; k++)
      table[k] = table[k] * 5 + i;
  }
}

static uint64_t chain[1200];

int main(void) {
  for (int threshold = 0; threshold <= 600; threshold += 600) {
    SHOW("chunks", chunks(600, threshold));
    SHOW("whole", whole(600, threshold));
    parallelOnly(600, threshold);
    nested(600, threshold);
    SHOW("simd only", simdOnly(600, threshold));
    for (int i = 0; i < 600; i++)
      chain[i] = table[i];
    atDistance(600, threshold ? threshold : 1, chain);
    SHOW_ARRAY("chain", chain, 1200);
    SHOW_ARRAY("table", table, 600);
  }
  return 0;
}
