// Orphaned constructs in another file ask whose region they are in: strands', libomp's, one thread's, nobody's.
// LEFT: *
// NEEDS-OPENMP
#include "strands.h"

void workshare(long *out, int *shares);
void meet(int *slots);
long total(const long *x);

static long x[LENGTH], out[LENGTH];
static int shares[MOST_THREADS], slots[MOST_THREADS];
static void (*volatile indirect)(long *, int *) = workshare;

static void show(const char *name) {
  SHOW_ARRAY(name, out, LENGTH);
  SHOW_ARRAY(name, shares, MOST_THREADS);
  memset(shares, 0, sizeof shares);
}

int main(void) {
  fill_numbers(x, LENGTH);
  workshare(out, shares);
  show("outside");
#pragma omp parallel num_threads(5)
  {
    int me = omp_get_thread_num();
    workshare(out, shares);
    slots[me] = me + 1;
    meet(slots);
    CHECK(slots[(me + 1) % 5] == 5);
    CHECK(total(x) == total(x));
    indirect(out, shares);
  }
  show("strands");
#pragma omp parallel num_threads(3)
  {
#pragma omp taskyield // keeps the region with libomp
    workshare(out, shares);
  }
  show("libomp");
  volatile int never = 0;
#pragma omp parallel num_threads(3) if (never)
  {
    workshare(out, shares);
    shares[omp_get_thread_num()]++;
  }
  show("serial");
  SHOW("total", total(x));
}
