// FLAGS: -O2 -flto -fuse-ld=lld
// CONVERTED: 2
// PROMOTES
// The same across files with link-time optimisation: the inner loop is inlined after both units were compiled.
#include "support.h"

uint64_t sum_row(int n, unsigned seed);

int main(void) {
  uint64_t total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < 40; i++)
    total += sum_row(30 + i, (unsigned)i * 100);
  SHOW("total", total);
}
