// Every member's tasks in and between worksharing loops, in loops around constructs, and behind these.
// FLAGS: -O2
// NEEDS-OPENMP
// THREADS
#include "strands.h"

enum { COUNT = 12 };
static long own;
#pragma omp threadprivate(own)
static long cells[4][COUNT], shares[COUNT], sums[4];

static void add(long *cell, int i) {
#pragma omp task firstprivate(cell, i)
  {
#pragma omp atomic
    *cell += i + (long)(work((uint64_t)i, 200) % 100);
  }
  // What is beside the task: else it would be left to the region, and that be libomp's.
  work((uint64_t)i, 100);
}

int main(void) {
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    own = me;
    // The compiler looked for the beginning of the loop's tasks in front of the loop, and for ever.
    add(&cells[me][1], 1);
#pragma omp task
    {
#pragma omp atomic
      cells[me][2]++;
    }
#pragma omp for schedule(dynamic, 2)
    for (int i = 0; i < COUNT; i++) {
#pragma omp task firstprivate(i)
      {
#pragma omp atomic
        shares[i] += i * 3 + (long)(work((uint64_t)i, 200) % 100);
      }
    }
    // What is created behind a construct of a loop runs before that of the next time.
    for (int step = 0;; step++) {
#pragma omp barrier
      own = own * 3 + shares[(me + step) % COUNT];
#pragma omp barrier
      if (step == 3)
        break;
#pragma omp task firstprivate(step)
      {
#pragma omp atomic
        shares[step] += (long)(work((uint64_t)step, 200) % 100);
      }
    }
#pragma omp for schedule(static, 1) nowait
    for (int i = 0; i < COUNT; i++) {
      add(&cells[me][i], i);
      if (i % 3 == 0)
        add(&shares[i], i);
    }
#pragma omp task
    {
#pragma omp atomic
      cells[me][0]++;
    }
#pragma omp taskwait
#pragma omp barrier
    for (int i = 0; i < COUNT; i++)
      own = own * 5 + cells[(me + 1) % 4][i] + shares[i];
    sums[me] = own;
  }
  SHOW_ARRAY("cells", cells[0], 4 * COUNT);
  SHOW_ARRAY("shares", shares, COUNT);
  SHOW_ARRAY("sums", sums, 4);
}
