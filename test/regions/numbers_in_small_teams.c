// Numbers by thread in teams of fewer threads than there are workers, with loops and tasks inside of them.
#include "asker.h"

static void loops(int threads) {
  struct Scratch scratch = makeScratch(threads);
#pragma omp parallel for num_threads(threads)
  for (int i = 0; i < 100; i++) {
    int number = enterScratch(&scratch);
    work((unsigned)i, 300);
    leaveScratch(&scratch, number);
  }
  // Each inner team has scratch space of its own.
#pragma omp parallel for
  for (int i = 0; i < 12; i++) {
    struct Scratch inner = makeScratch(threads);
#pragma omp parallel for num_threads(threads)
    for (int j = 0; j < 30; j++) {
      int number = enterScratch(&inner);
      work((unsigned)j, 300);
      leaveScratch(&inner, number);
    }
  }
}

static void tree(struct Scratch *scratch, int depth) {
  int number = enterScratch(scratch);
  work((unsigned)depth, 300);
  leaveScratch(scratch, number);
  if (depth == 0)
    return;
#pragma omp task
  tree(scratch, depth - 1);
  // A task as well: only what waits for its own tasks at most runs beside another.
#pragma omp task
  tree(scratch, depth - 1);
#pragma omp taskwait
}

static void tasks(int threads) {
  struct Scratch scratch = makeScratch(threads);
#pragma omp parallel num_threads(threads)
#pragma omp single
  tree(&scratch, 7);
  struct Scratch whole = makeScratch(askMost());
#pragma omp parallel
#pragma omp single
  tree(&whole, 7);
}

int main(void) {
  for (int threads = 1; threads < 5; threads++) {
    loops(threads);
    tasks(threads);
  }
}
