// What tasks call in another file asks for the thread's number: these tasks stay with their member. Those of another
// function, in which nobody can ask, are latent.
// NEEDS-OPENMP
// THREADS
#include "strands.h"

void count_by_number(long *slots);

static long slots[MOST_THREADS][16], cells[200], sums[4];

static NOINLINE void ask(void) {
  for (int i = 0; i < 50; i++) {
#pragma omp task
    count_by_number(slots[0]);
  }
}

static NOINLINE void compute(long *from) {
  for (int i = 0; i < 50; i++) {
#pragma omp task firstprivate(i)
    from[i] += (long)(work((uint64_t)i, 200) % 1000);
  }
}

int main(void) {
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    ask();
    compute(cells + 50 * me);
    ask();
#pragma omp barrier
    sums[me] = cells[50 * ((me + 1) % 4)];
    CHECK(omp_get_thread_num() == me);
  }
  long total = 0;
  for (int i = 0; i < MOST_THREADS; i++)
    total += slots[i][0];
  SHOW("total", total);
  SHOW_ARRAY("cells", cells, 200);
  SHOW_ARRAY("sums", sums, 4);
}
