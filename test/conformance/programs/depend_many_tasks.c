// More tasks than are ever deferred at a time, in one chain and in many, with a chain as deep as there are tasks.
// PROMOTES
#include "support.h"
enum { TASKS = 60000, CHAINS = 97 };
static uint64_t ends[CHAINS];

int main(void) {
  uint64_t one = 1;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < TASKS; i++) {
#pragma omp task depend(inout : one) shared(one) firstprivate(i)
      one = mix(one + (uint64_t)i);
    }
    for (int i = 0; i < TASKS; i++) {
#pragma omp task depend(inout : ends[i % CHAINS]) firstprivate(i)
      ends[i % CHAINS] = work(ends[i % CHAINS] + (uint64_t)i, 2 + (i % 7 == 0 ? 200 : 0));
    }
  }
  SHOW("one", one);
  SHOW_ARRAY("ends", ends, CHAINS);
}
