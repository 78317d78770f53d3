// Functions whose tasks have dependences, called where their caller's tasks are unfinished: one after the other.
// PROMOTES
// NEEDS-OPENMP
#include "support.h"
enum { LENGTH = 16 };
static uint64_t shared_cells[LENGTH];

static NOINLINE void inner(uint64_t *cells, int round) {
  for (int i = 1; i < LENGTH; i++) {
#pragma omp task depend(in : cells[i - 1]) depend(inout : cells[i]) firstprivate(i, round)
    cells[i] = work(cells[i] + cells[i - 1] + (uint64_t)round, 30);
  }
}

static NOINLINE void outer(uint64_t *cells) {
  for (int round = 0; round < 8; round++) {
#pragma omp task depend(inout : cells[0]) firstprivate(round)
    cells[0] = work(cells[0] + (uint64_t)round, 200);
    inner(cells, round);
#pragma omp task depend(in : cells[LENGTH - 1]) depend(inout : cells[1])
    cells[1] = work(cells[1] + cells[LENGTH - 1], 100);
  }
#pragma omp taskwait
}

int main(void) {
  uint64_t own[4][LENGTH], orphan[LENGTH] = {3}, hash = 0;
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < LENGTH; i++)
      own[k][i] = (uint64_t)(k + i);
  outer(orphan); // outside of any region
#pragma omp parallel
  {
#pragma omp single
    outer(shared_cells);
  }
#pragma omp parallel for
  for (int k = 0; k < 4; k++)
    outer(own[k]);
#pragma omp parallel num_threads(2)
  {
    uint64_t mine[LENGTH] = {1};
    outer(mine);
#pragma omp critical
    hash += mine[LENGTH - 1];
  }
  SHOW_ARRAY("orphan", orphan, LENGTH);
  SHOW_ARRAY("shared", shared_cells, LENGTH);
  SHOW_ARRAY("own", &own[0][0], 4 * LENGTH);
  SHOW("hash", hash);
}
