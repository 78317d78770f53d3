// Spawns in a while loop whose condition the rest computes.
// NOT-TSAN
#include "support.h"
static uint64_t out[4096];
static NOINLINE void leaf(unsigned i) { out[i] = work(i, 30); }
static NOINLINE unsigned collatz(unsigned n) {
  unsigned steps = 0;
  do {
    unsigned place = (n ^ steps * 31) & 4095;
    if (out[place] == 0) {
      out[place] = 1;
#pragma omp task firstprivate(place)
      leaf(place);
    }
    n = n & 1 ? 3 * n + 1 : n / 2;
    steps++;
  } while (n != 1);
#pragma omp taskwait
  return steps;
}
int main() {
  unsigned sum = 0;
#pragma omp parallel
#pragma omp single
  for (unsigned i = 3; i < 20; i++)
    sum += collatz(i * 1001);
  SHOW("sum", sum);
  SHOW_ARRAY("out", out, 4096);
}
