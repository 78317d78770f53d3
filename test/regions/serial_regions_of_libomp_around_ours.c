// RUNS: OMP_MAX_ACTIVE_LEVELS=3 OMP_NUM_THREADS=4
// RUNS: OMP_MAX_ACTIVE_LEVELS=3 OMP_NUM_THREADS=1
// Libomp runs a region of one thread, in which a loop of ours is promoted, in which libomp runs another one: all
// strands and all threads know that the outermost has one thread.
#include "asker.h"

static void checkAll(int most) {
  struct Answers answers = ask();
  CHECK(answers.level == 3 && answers.size[1] == 1 && answers.size[2] == most && answers.size[3] == 2);
  CHECK(answers.ancestor[1] == 0 && answers.ancestor[3] == answers.number);
}

int main(void) {
  int ordered = 0, most = askMost();
  (void)ordered;
#pragma omp parallel num_threads(1)
#pragma omp single
  {
#pragma omp task depend(iterator(only = 0 : 1), out : ordered)
    {
#pragma omp parallel for
      for (int i = 0; i < 30; i++) {
        int k = 0;
        CHECK(ask().level == 2);
#pragma omp parallel num_threads(2)
        {
          checkAll(most);
#pragma omp for
          for (k = 0; k < 3; k++)
            checkAll(most);
#pragma omp for
          for (k = 0; k < 3; k++)
            work((unsigned)k, 100);
        }
      }
    }
  }
}
