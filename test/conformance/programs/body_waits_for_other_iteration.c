// FLAGS: -O2
// NEEDS-OPENMP
// CONVERTED: 1
// LEFT: its iterations may wait for each other
// Iterations on threads of their own may wait for each other: those that do are left to libomp. Trying an atomic update
// again is not waiting.
#include "support.h"
#include <stdatomic.h>

int main(void) {
  atomic_int flag = 0;
  atomic_ullong most = 0;
  static uint64_t a[4];
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int i = 0; i < 4; i++) {
    if (i == 3)
      atomic_store(&flag, 1);
    while (!atomic_load(&flag))
      ;
    a[i] = work((unsigned)i, 2);
  }
#pragma omp parallel for
  for (int i = 0; i < 2000; i++) {
    unsigned long long mine = work((unsigned)i, 2), old = atomic_load(&most);
    while (old < mine && !atomic_compare_exchange_weak(&most, &old, mine))
      ;
  }
  SHOW_ARRAY("a", a, 4);
  SHOW("most", (uint64_t)atomic_load(&most));
}
