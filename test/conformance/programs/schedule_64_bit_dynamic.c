// FLAGS: -O2
// CONVERTED: 4
// The 64-bit variants of the dispatch entry points, signed and unsigned, up and down.
#include "support.h"

int main(void) {
  uint64_t h = 0;
#pragma omp parallel for schedule(dynamic, 3) reduction(+ : h)
  for (long i = -3000000000; i < -3000000000 + 1000; i++)
    h += work((uint64_t)i, 2);
#pragma omp parallel for schedule(guided) reduction(+ : h)
  for (unsigned long i = 0; i < 1000; i++)
    h += work(i, 2);
#pragma omp parallel for schedule(dynamic) reduction(+ : h)
  for (unsigned long i = 1ul << 63; i > (1ul << 63) - 1000; i -= 3)
    h += work(i, 2);
#pragma omp parallel for schedule(static, 10) reduction(+ : h)
  for (long i = 1000; i >= -1000; i -= 7)
    h += work((uint64_t)i, 2);
  SHOW("h", h);
}
