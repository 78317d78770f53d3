// FLAGS: -O2
// CONVERTED: 1
// PROMOTES
// A firstprivate array is copied as a whole; its copy is only read.
#include "support.h"

int main(void) {
  static uint64_t a[1500];
  unsigned table[64];
  for (int k = 0; k < 64; k++)
    table[k] = (unsigned)mix((unsigned)k);
#pragma omp parallel for firstprivate(table)
  for (int i = 0; i < 1500; i++)
    a[i] = work(table[i % 64], 3);
  SHOW_ARRAY("a", a, 1500);
}
