// A task is promoted, and what follows it runs on another thread: a region of one thread, which libomp counts there and
// not where the task was created. Such regions with tasks in them, in a function, a task and an iteration.
#include "asker.h"

static void checkLevels(int level, int threads) {
  struct Answers answers = ask();
  CHECK(answers.level == level && answers.most == threads && answers.number == 0);
  work((unsigned)level, 100);
}

static void inFunction(int zero, int level) {
  int most = askMost();
#pragma omp task
  work(1, 2000);
#pragma omp parallel for if (zero)
  for (int i = 0; i < 3; i++) {
    checkLevels(level + 1, most);
#pragma omp task
    {
      setThreads(5);
      checkLevels(level + 1, 5);
    }
  }
  CHECK(askLevel() == level && askMost() == most);
#pragma omp taskwait
}

int main(int count, char **arguments) {
  (void)arguments;
  int zero = count - 1, most = askMost();
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 40; i++) {
    inFunction(zero, 1);
#pragma omp task
    {
      // The same with a region that was converted for its other case.
#pragma omp parallel for if (zero)
      for (int k = 0; k < 3; k++) {
        setThreads(4);
        checkLevels(2, 4);
      }
      CHECK(askMost() == most);
#pragma omp parallel for if (zero)
      for (int k = 0; k < 3; k++) {
        checkLevels(2, most);
#pragma omp task
        checkLevels(2, most);
      }
      inFunction(zero, 1);
    }
  }
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    inFunction(zero, 1);
  CHECK(askMost() == most);
}
