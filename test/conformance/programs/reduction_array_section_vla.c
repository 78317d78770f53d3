// FLAGS: -O1
// CONVERTED: 1
// A section of a variable-length array: the private copy has a run-time size as well.
#include "support.h"

NOINLINE unsigned long long sum(int n, int iterations) {
  long bins[n];
  for (int i = 0; i < n; i++)
    bins[i] = i;
#pragma omp parallel for reduction(+ : bins[0 : n])
  for (int i = 0; i < iterations; i++)
    bins[work(i, 2) % (unsigned)n] += 3 * i;
  return hash_bytes(bins, sizeof bins);
}

int main(void) {
  SHOW("7", sum(7, 2000));
  SHOW("333", sum(333, 2000));
  SHOW("1", sum(1, 10));
}
