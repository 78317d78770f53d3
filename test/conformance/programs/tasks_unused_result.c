// Tasks whose call is dropped, and tasks that are nothing but an assignment.
// PROMOTES
#include "support.h"
static uint64_t cells[100];
static NOINLINE uint64_t set(int i) { return cells[i] = work((uint64_t)i, 50); }
int main() {
  int tiny = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 100; i++) {
#pragma omp task firstprivate(i)
      set(i);
    }
#pragma omp task shared(tiny)
    tiny = 7;
#pragma omp task
    {
    }
#pragma omp taskwait
    tiny += 1;
  }
  SHOW("tiny", tiny);
  SHOW_ARRAY("cells", cells, 100);
}
