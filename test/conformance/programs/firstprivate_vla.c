// FLAGS: -O2
// CONVERTED: 1
// A firstprivate variable-length array.
#include "support.h"

NOINLINE uint64_t run(int n) {
  uint64_t h = 0;
  int table[n];
  for (int k = 0; k < n; k++)
    table[k] = (int)mix((unsigned)k);
#pragma omp parallel for firstprivate(table) reduction(+ : h)
  for (int i = 0; i < 1000; i++)
    h += work((unsigned)table[i % n], 3);
  return h;
}

int main(void) {
  SHOW("3", run(3));
  SHOW("129", run(129));
}
