// taskgroup waits for tasks and theirs, in a role and in code that every member executes.
// FLAGS: -O2
// NEEDS-OPENMP
// THREADS
#include "strands.h"

static long own;
#pragma omp threadprivate(own)
static long nodes[1 << 9], sums[3], seen;

static void visit(int node, int depth, long value) {
  nodes[node] += value + node + (long)(work((uint64_t)node, 300) % 10);
  if (depth == 0)
    return;
#pragma omp task
  visit(2 * node, depth - 1, value + 1);
#pragma omp task
  visit(2 * node + 1, depth - 1, value + 2);
}

int main(void) {
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num();
    own = me;
    long cells[16], *mine = cells;
#pragma omp taskgroup
    for (int i = 0; i < 16; i++) {
#pragma omp task firstprivate(i)
      {
#pragma omp task firstprivate(i)
        mine[i] = (long)(work((uint64_t)i, 50) % 500);
      }
    }
    for (int i = 0; i < 16; i++)
      own += mine[i];
#pragma omp single
    {
      long total = 0;
#pragma omp taskgroup
      {
#pragma omp task
        visit(1, 8, 3);
      }
      for (int i = 1; i < 1 << 9; i++)
        total += nodes[i];
      seen = total;
    }
    sums[me] = own + seen;
  }
  SHOW_ARRAY("nodes", nodes, 1 << 9);
  SHOW_ARRAY("sums", sums, 3);
}
