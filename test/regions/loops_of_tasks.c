// Loops that create tasks, whose rests are handed on from strand to strand: numbers, levels and settings in them are
// those of the team and of the task that goes on, however many strands the rest has come through.
#include "asker.h"

#include <omp.h>

enum { Tasks = 3000 };

static void leaf(struct Scratch *scratch, int index, int threads, int *ran) {
  int number = enterScratch(scratch);
  struct Answers answers = ask();
  CHECK(answers.level == 1 && answers.size[1] == threads && answers.threads == threads);
  CHECK(answers.number == number && answers.ancestor[1] == number);
  CHECK(answers.inTask);
  work((unsigned)index, index % 64);
  leaveScratch(scratch, number);
  __atomic_add_fetch(ran, 1, __ATOMIC_RELAXED);
}

/// What creates the tasks sets something now and then, each task inherits what was set before it, and its own settings
/// die with it.
static void inOneLoop(struct Scratch *scratch, int threads, int *ran) {
  omp_set_num_threads(5);
  int wanted = 5, wrong = 0;
  // No call of another file stands in the loop: it might wait for the tasks.
  for (int i = 0; i < Tasks; i++) {
    if (i % 7 == 3) {
      wanted = 1 + i % 11;
      omp_set_num_threads(wanted);
    }
#pragma omp task firstprivate(i, wanted)
    {
      CHECK(askMost() == wanted);
      setThreads(100 + i);
      leaf(scratch, i, threads, ran);
      CHECK(askMost() == 100 + i);
    }
    wrong += omp_get_max_threads() != wanted;
  }
#pragma omp taskwait
  CHECK(wrong == 0);
  CHECK(askMost() == wanted);
}

/// Loops of tasks in the tasks of a loop, with a region in some.
static void inLoopsOfLoops(struct Scratch *scratch, int threads, int *ran) {
  for (int i = 0; i < 60; i++) {
#pragma omp task firstprivate(i)
    {
      setThreads(2 + i % 3);
      for (int j = 0; j < 20; j++) {
#pragma omp task firstprivate(i, j)
        leaf(scratch, i + j, threads, ran);
      }
#pragma omp taskwait
      CHECK(askMost() == 2 + i % 3);
      if (i % 5 == 0) {
        int inner = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
        for (int j = 0; j < 20; j++) {
#pragma omp task shared(inner)
          {
            struct Answers answers = ask();
            CHECK(answers.level == 2 && answers.threads == 2 && answers.number >= 0 && answers.number < 2);
            CHECK(answers.ancestor[1] >= 0 && answers.ancestor[1] < threads);
            __atomic_add_fetch(&inner, 1, __ATOMIC_RELAXED);
          }
        }
        CHECK(inner == 20);
      }
      CHECK(askLevel() == 1);
    }
  }
#pragma omp taskwait
}

int main(void) {
  for (int threads = 2; threads < 5; threads++) {
    struct Scratch scratch = makeScratch(threads);
    int ran = 0, most = askMost();
#pragma omp parallel num_threads(threads)
#pragma omp single
    inOneLoop(&scratch, threads, &ran);
    CHECK(ran == Tasks);
#pragma omp parallel num_threads(threads)
#pragma omp single
    inLoopsOfLoops(&scratch, threads, &ran);
    CHECK(ran == Tasks + 60 * 20);
    CHECK(askLevel() == 0 && askMost() == most);
  }
}
