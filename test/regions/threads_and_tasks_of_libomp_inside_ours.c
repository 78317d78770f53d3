// RUNS: OMP_MAX_ACTIVE_LEVELS=3
// RUNS: OMP_MAX_ACTIVE_LEVELS=3 OMP_NUM_THREADS=3
// RUNS: OMP_MAX_ACTIVE_LEVELS=3 OMP_NUM_THREADS=1
// What libomp runs inside of converted loops, on all of its threads: each knows the loop's region and its settings, and
// so do the tasks, wherever and whenever they run; what these set is theirs alone.
#include "asker.h"

enum { Iterations = 12 };

// `outer` is the iteration's number in the loop's team, `threads` and `chunk` what it has set.
static void checkPlace(int level, int size, int most, int outer, int threads, int chunk) {
  struct Answers answers = ask();
  CHECK(answers.level == level);
  CHECK(answers.size[0] == 1 && answers.size[1] == most && answers.size[2] == size);
  CHECK(answers.ancestor[1] == outer);
  CHECK(answers.threads == answers.size[level] && answers.number == answers.ancestor[level]);
  CHECK(answers.activeLevel == (most > 1) + (size > 1) && answers.inParallel == (answers.activeLevel > 0));
  CHECK(answers.most == threads);
  int kind, ofChunk;
  askSchedule(&kind, &ofChunk);
  CHECK(kind == 2 && ofChunk == chunk);
}

// The region stays with libomp: each thread asks another file.
static void threads(int size, int most) {
  int outer = ask().number, i = 0;
#pragma omp parallel num_threads(size)
  {
    checkPlace(2, size, most, outer, 7, 3);
#pragma omp for
    for (i = 0; i < 6; i++) {
      checkPlace(2, size, most, outer, 7, 3);
      work((unsigned)i, 100);
    }
    setThreads(20 + ask().number);
    setSchedule(2, 30);
#pragma omp for
    for (i = 0; i < 6; i++)
      checkPlace(2, size, most, outer, 20 + ask().number, 30);
  }
  checkPlace(1, -1, most, outer, 7, 3);
}

// Tasks that depend on others do, too. The inner ones run when the outer one has ended, at the region's end.
static void tasks(int size, int most) {
  int outer = ask().number, ordered = 0;
  (void)ordered;
#pragma omp parallel num_threads(size)
#pragma omp single
  for (int i = 0; i < 5; i++) {
#pragma omp task firstprivate(i) depend(iterator(only = 0 : 1), inout : ordered)
    {
      CHECK(ask().inTask);
      checkPlace(2, size, most, outer, 7, 3);
      setThreads(40 + i);
#pragma omp task firstprivate(i)
      {
        checkPlace(2, size, most, outer, 40 + i, 3);
        setThreads(50);
        work((unsigned)i, 500);
        checkPlace(2, size, most, outer, 50, 3);
      }
#pragma omp task firstprivate(i) if (i == 100)
      {
        setThreads(60);
        checkPlace(2, size, most, outer, 60, 3);
      }
      checkPlace(2, size, most, outer, 40 + i, 3);
    }
#pragma omp task firstprivate(i) untied
    {
      setThreads(70 + i);
#pragma omp taskyield
      checkPlace(2, size, most, outer, 70 + i, 3);
    }
#pragma omp taskloop num_tasks(2)
    for (int k = 0; k < 4; k++)
      checkPlace(2, size, most, outer, 7, 3);
  }
  checkPlace(1, -1, most, outer, 7, 3);
}

// A region that a task of libomp's begins, one of ours in that, and the levels of all of them.
static void deeper(int most) {
  int outer = ask().number, ordered = 0;
  (void)ordered;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(iterator(only = 0 : 1), out : ordered)
    {
#pragma omp parallel for num_threads(1)
      for (int k = 0; k < 3; k++) {
        struct Answers answers = ask();
        CHECK(answers.level == 3 && answers.size[1] == most && answers.size[2] == 2 && answers.size[3] == 1);
        CHECK(answers.ancestor[1] == outer && answers.ancestor[2] < 2 && answers.number == 0);
        CHECK(answers.most == (k == 0 ? 7 : 9));
        setThreads(9);
        CHECK(askMost() == 9);
      }
      CHECK(askMost() == 7);
    }
  }
}

// Created in a loop of ours inside a region that may be libomp's, and have one thread then: whichever of them runs it.
static void orphaned(int most, int outer, int *complete) {
  int ordered = 0;
  (void)ordered;
#pragma omp task depend(iterator(only = 0 : 1), out : ordered)
  {
    struct Answers answers = ask();
    CHECK(answers.level == 3 && answers.inTask);
    CHECK(answers.threads == answers.size[3] && answers.number == answers.ancestor[3]);
    CHECK(answers.size[1] == most && answers.size[2] == 2 && answers.size[3] >= 1 && answers.size[3] <= 7);
    CHECK(answers.ancestor[1] == outer && answers.ancestor[2] >= 0 && answers.ancestor[2] < 2);
    CHECK(answers.most == 8);
    work(1, 300);
#pragma omp task
    {
      work(1, 3000);
      __atomic_fetch_add(complete, 1, __ATOMIC_RELAXED);
    }
  }
}

static void oursInLibomps(int most) {
  int outer = ask().number, i = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp taskyield // keeps the region from being latent
#pragma omp for
    for (i = 0; i < 4; i++)
      checkPlace(2, 2, most, outer, 7, 3);
#pragma omp for
    for (i = 0; i < 4; i++) {
      int complete = 0;
#pragma omp parallel for
      for (int k = 0; k < 3; k++) {
        setThreads(8);
        orphaned(most, outer, &complete);
      }
      // The tasks are, where the loop ends, with those that they have created.
      CHECK(complete == 3);
    }
  }
}

int main(void) {
  int most = askMost();
#pragma omp parallel for
  for (int i = 0; i < Iterations; i++) {
    setThreads(7);
    setSchedule(2, 3);
    for (int size = 1; size < 4; size++) {
      threads(size, most);
      tasks(size, most);
    }
    deeper(most);
    oursInLibomps(most);
  }
  CHECK(askMost() == most);
}
