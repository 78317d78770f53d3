// RUNS: OMP_NUM_THREADS=2
// RUNS: OMP_NUM_THREADS=5
// Regions of one thread, by their clauses, with tasks: what we run, what libomp runs, and one inside of the other. Each
// counts once, and the size and number of each level are those of the region at that level.
#include "asker.h"

#include <omp.h>

static void checkSizes(int level, int first, int second, int third) {
  struct Answers answers = ask();
  const int sizes[4] = {1, first, second, third};
  CHECK(answers.level == level);
  CHECK(answers.threads == sizes[level]);
  for (int i = 0; i < 4; i++) {
    CHECK(answers.size[i] == (i <= level ? sizes[i] : -1));
    CHECK(i <= level ? answers.ancestor[i] >= 0 && answers.ancestor[i] < sizes[i] : answers.ancestor[i] == -1);
  }
}

// The tasks of a region that one thread runs by its `if` clause.
static void serialTasks(int zero) {
#pragma omp parallel if (zero)
#pragma omp single
  {
    checkSizes(1, 1, 0, 0);
#pragma omp taskloop
    for (int i = 0; i < 5; i++)
      checkSizes(1, 1, 0, 0);
#pragma omp task
    {
      checkSizes(1, 1, 0, 0);
#pragma omp parallel if (zero)
#pragma omp single
      {
#pragma omp task
        checkSizes(2, 1, 1, 0);
      }
      checkSizes(1, 1, 0, 0);
    }
  }
  checkSizes(0, 0, 0, 0);
}

// A loop that creates tasks is libomp's, inside of a task of ours.
static void loopsOfLibompInTasks(int most) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 5; i++) {
#pragma omp task
    {
#pragma omp parallel for num_threads(1)
      for (int j = 0; j < 2; j++) {
        checkSizes(2, most, 1, 0);
#pragma omp task
        checkSizes(2, most, 1, 0);
      }
      checkSizes(1, most, 0, 0);
    }
  }
}

// Ours inside of that, promoted or not, with another of libomp's in it.
static void oursBetweenLibomps(int zero, int most) {
#pragma omp parallel for if (zero)
  for (int i = 0; i < 3; i++) {
    int first = i;
#pragma omp task firstprivate(first)
    checkSizes(1, 1, 0, 0);
#pragma omp parallel num_threads(3)
#pragma omp single
    for (int j = 0; j < 4; j++) {
#pragma omp task
      {
        work((unsigned)(first + j), 1000);
        checkSizes(2, 1, 3, 0);
#pragma omp parallel for num_threads(1)
        for (int k = 0; k < 2; k++) {
#pragma omp task
          checkSizes(3, 1, 3, 1);
        }
        checkSizes(2, 1, 3, 0);
      }
    }
    checkSizes(1, 1, 0, 0);
  }
  CHECK(omp_get_max_threads() == most);
}

int main(int count, char **arguments) {
  (void)arguments;
  int zero = count - 1;
  oursBetweenLibomps(zero, askMost());
  serialTasks(zero);
  CHECK(omp_get_max_threads() == askMost());
  loopsOfLibompInTasks(askMost());
  setThreads(2);
  oursBetweenLibomps(zero, 2);
  CHECK(omp_get_max_threads() == 2 && askMost() == 2);
}
