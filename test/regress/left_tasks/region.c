#include "functions.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>
enum { N = 8, Rounds = 20 };
typedef long Table[N][N];
static Table cells, wanted;
static int wrong;

static void set(Table table) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      table[i][j] = 3 * i + j;
}

static void computeSerially(Table table) {
  for (int r = 0; r < Rounds; r++)
    for (int i = 1; i < N; i++)
      for (int j = 1; j < N; j++)
        table[i][j] = combine(table[i - 1][j], table[i][j - 1], table[i][j]);
}

static void createSteps(Table table) {
  for (int r = 0; r < Rounds; r++)
    for (int i = 1; i < N; i++)
      for (int j = 1; j < N; j++)
        step(&table[i - 1][j], &table[i][j - 1], &table[i][j]);
}

static void fail(const char *what) {
  printf("%s: wrong\n", what);
#pragma omp atomic
  wrong++;
}

static void check(const char *what) {
  if (memcmp(cells, wanted, sizeof cells))
    fail(what);
  set(cells);
}

static void atTheEndOfRegions(void) {
#pragma omp parallel
#pragma omp single
  createSteps(cells);
  check("a region's end");
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int r = 0; r < Rounds; r++)
    for (int i = 1; i < N; i++)
      for (int j = 1; j < N; j++)
        stepIf((i ^ j ^ r) & 1, &cells[i - 1][j], &cells[i][j - 1], &cells[i][j]);
  check("undeferred and final tasks");
}

static void atWaits(void) {
#pragma omp parallel
  {
#pragma omp single
    createSteps(cells);
#pragma omp single
    {
      check("a barrier");
      createSteps(cells);
#pragma omp taskwait
      check("a taskwait");
#pragma omp taskgroup
      createSteps(cells);
      check("a task group");
      createSteps(cells);
      long sum = waitAndSum(&cells[0][0], N * N);
      check("a taskwait in a function");
      if (sum != waitAndSum(&wanted[0][0], N * N))
        fail("what a function has waited for");
    }
  }
}

static void besideTasksOfTheRegion(void) {
#pragma omp parallel
#pragma omp single
  for (int r = 0; r < Rounds; r++)
    for (int i = 1; i < N; i++)
      for (int j = 1; j < N; j++) {
        long *a = &cells[i - 1][j], *b = &cells[i][j - 1], *c = &cells[i][j];
        if ((i + j + r) % 3) {
          step(a, b, c);
        } else {
#pragma omp task depend(in : a[0], b[0]) depend(inout : c[0])
          *c = work(*a, *b, *c);
        }
      }
  check("tasks of the region between others");
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < 3; k++) {
#pragma omp task firstprivate(k)
    {
      Table mine;
      set(mine);
      createSteps(mine);
#pragma omp taskwait
      if (memcmp(mine, wanted, sizeof mine))
        fail("tasks of a task");
    }
  }
}

static void besideLoops(void) {
  long parts[N] = {0}, left = 0, own = 0, seen[N] = {0}, counted = 0;
#pragma omp parallel
#pragma omp single
  {
    createSteps(cells);
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      add(&parts[i], i);
      add(&parts[i], i);
    }
    for (int i = 0; i < N; i++)
      if (parts[i] != 2 * i)
        fail("tasks of iterations");
  }
  check("tasks beside a nested region");
#pragma omp parallel
  {
#pragma omp single nowait
    for (int i = 0; i < 10; i++)
      add(&left, i);
#pragma omp single nowait
    for (int i = 0; i < 10; i++) {
#pragma omp task
      {
        work(1, 2, 3);
#pragma omp atomic
        own += i;
      }
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      seen[i] = i;
#pragma omp for
    for (int i = 0; i < N; i++)
      seen[i] += left + own;
  }
  for (int i = 0; i < N; i++)
    if (seen[i] != i + 90)
      fail("a loop's barrier");
#pragma omp parallel
#pragma omp single
  tree(8, &counted);
  if (counted != 511)
    fail("tasks that create tasks");
}

/// Ends only if two tasks run at a time.
static void together(void) {
  int arrived[4] = {0}, items[2] = {0}, hasBegun = 0;
  alarm(60);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 2; i++)
    meet(&arrived[0]);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 2; i++)
    meetInOrder(&arrived[1], &items[i]);
  // Also where no other worker is idle when the first one is created.
#pragma omp parallel
#pragma omp single
  {
    beginLong(&hasBegun);
    awaitBegin(&hasBegun);
    for (int i = 0; i < 2; i++)
      meet(&arrived[2]);
  }
}

int main(int count, char **arguments) {
  (void)arguments;
  if (count > 1) {
    together();
    return 0;
  }
  set(wanted);
  computeSerially(wanted);
  set(cells);
  atTheEndOfRegions();
  atWaits();
  besideTasksOfTheRegion();
  besideLoops();
  return wrong != 0;
}
