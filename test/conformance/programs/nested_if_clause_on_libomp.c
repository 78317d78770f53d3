// FLAGS: -O2
// CONVERTED: 1
// LEFT: atomic update
// A region that stays with libomp, inside a converted loop: where its `if` clause is false, clang calls its code
// directly, with the address of the surrounding region's thread number.
#include "support.h"

static uint64_t table[100];
static int entered;

NOINLINE uint64_t run(int n) {
  uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
  for (int i = 0; i < n; i++) {
    uint64_t inner = 0;
#pragma omp parallel if (i % 3 == 0) num_threads(2) reduction(+ : inner)
    {
#pragma omp atomic
      entered++;
#pragma omp for
      for (int j = 0; j < 10; j++)
        inner += mix((uint64_t)(i * 10 + j));
#pragma omp for
      for (int j = 0; j < 5; j++)
        inner += mix((uint64_t)(j * 1000 + i));
    }
    table[i] = inner;
    h += inner;
  }
  return h;
}

int main(void) {
  SHOW("h", run(100));
  SHOW_ARRAY("table", table, 100);
}
