// FLAGS: -O1
// A function leaves its tasks to its caller (docs/decisions/0194). They are complete where a region ends that has no
// barrier of its own, where a loop in a region ends whose iterations leave them, and where a group ends whose tasks do.
// Regions and loops in which nobody can ask OpenMP where he is did not wait for such tasks, and groups did not wait for
// those of their tasks.
#include <stdint.h>

enum { Rounds = 10, Steps = 8 };
static uint64_t cells[2 * Steps];
static int wrong;

static uint64_t work(uint64_t x, int turns) {
  for (int turn = 0; turn < turns; turn++)
    x = (x ^ (x >> 3)) * 0xbf58476d1ce4e5b9u + (uint64_t)turn;
  return x;
}

__attribute__((noinline)) static void leaveTasks(int step) {
#pragma omp task depend(inout : cells[2 * step]) firstprivate(step)
  cells[2 * step] = work(1, 300);
#pragma omp task depend(inout : cells[2 * step + 1]) firstprivate(step)
  cells[2 * step + 1] = work(1, 3000);
}

// As a function of another file would be.
static void (*volatile unseen)(int) = leaveTasks;

static void expectAll(int place) {
  uint64_t expected[2] = {work(1, 300), work(1, 3000)};
  for (int cell = 0; cell < 2 * Steps; cell++) {
    if (cells[cell] != expected[cell % 2])
      wrong = place;
    cells[cell] = 0;
  }
}

static void regions(void) {
#pragma omp parallel
#pragma omp masked
  for (int step = 0; step < Steps; step++)
    leaveTasks(step);
  expectAll(1);
#pragma omp parallel
#pragma omp single nowait
  for (int step = 0; step < Steps; step++)
    leaveTasks(step);
  expectAll(2);
#pragma omp parallel
#pragma omp master
  for (int step = 0; step < Steps; step++) {
#pragma omp task firstprivate(step)
    leaveTasks(step);
  }
  expectAll(3);
#pragma omp parallel num_threads(2)
#pragma omp masked
#pragma omp taskloop nogroup
  for (int step = 0; step < Steps; step++)
    leaveTasks(step);
  expectAll(4);
}

static void insideOfARegion(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp parallel for
    for (int step = 0; step < Steps; step++)
      leaveTasks(step);
    expectAll(5);
#pragma omp parallel
#pragma omp masked
    for (int step = 0; step < Steps; step++)
      leaveTasks(step);
    expectAll(6);
#pragma omp taskgroup
    for (int step = 0; step < Steps; step++) {
#pragma omp task firstprivate(step)
      unseen(step);
    }
    expectAll(7);
  }
}

int main(void) {
  for (int round = 0; round < Rounds && !wrong; round++) {
    regions();
    insideOfARegion();
  }
  return wrong;
}
