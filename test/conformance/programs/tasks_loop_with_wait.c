// A loop that spawns and waits in each iteration, with values carried around it.
// PROMOTES
#include "support.h"
int main() {
  uint64_t a = 1, b = 2, carried = 3;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; i++) {
#pragma omp task shared(a)
    a = work(a + carried, 100);
#pragma omp task shared(b)
    b = work(b + carried, 100);
    uint64_t own = work(carried, 50);
#pragma omp taskwait
    carried = own + a * 3 + b;
  }
  SHOW("carried", carried);
}
