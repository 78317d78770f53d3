// FLAGS: -O2
// NEEDS-OPENMP
// Many more threads than processors, with each kind of construct that makes them meet.
#include "strands.h"

static long slots[MOST_THREADS], order;

int main(void) {
  long sum = 0, picked = 0;
#pragma omp parallel num_threads(24) reduction(+ : sum)
  {
    int mine = omp_get_thread_num(), size = omp_get_num_threads(), next;
    CHECK(size == 24);
    slots[mine] = mine * 3;
#pragma omp barrier
    sum += slots[(mine + 1) % size];
#pragma omp single copyprivate(next)
    next = mine * 0 + 77;
    CHECK(next == 77);
#pragma omp for ordered schedule(dynamic)
    for (int i = 0; i < 30; i++) {
#pragma omp ordered
      order = order * 2 % 1009 + i;
    }
#pragma omp critical
    picked += mine;
#pragma omp sections nowait
    {
      slots[0] = 1;
#pragma omp section
      slots[1] = 2;
    }
  }
  SHOW("sum", sum);
  SHOW("picked", picked);
  SHOW("order", order);
}
