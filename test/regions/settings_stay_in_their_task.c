// What an iteration or a task sets holds for the rest of it and for what begins in it, wherever that runs, and dies
// with the region; what follows a task in the same task keeps its settings across the wait.
#include "asker.h"

static int most;

static void loops(void) {
#pragma omp parallel for
  for (int i = 0; i < 60; i++) {
    setThreads(most + 1 + i);
    setSchedule(2, i + 1);
    work((unsigned)i, 300);
    CHECK(askMost() == most + 1 + i);
#pragma omp parallel for
    for (int j = 0; j < 20; j++) {
      struct Answers inner = ask();
      CHECK(inner.threads == most + 1 + i);
      int kind, chunk;
      askSchedule(&kind, &chunk);
      CHECK(kind == 2 && chunk == i + 1);
      setThreads(3);
      work((unsigned)j, 100);
      CHECK(askMost() == 3);
    }
    CHECK(askMost() == most + 1 + i);
  }
  CHECK(askMost() == most);
  int kind, chunk;
  askSchedule(&kind, &chunk);
  CHECK(kind != 2 || chunk == 1);
}

static void tasks(int depth) {
  int own = askMost();
  if (depth == 5)
    return;
#pragma omp task
  {
    CHECK(askMost() == own);
    setThreads(100 + depth);
    tasks(depth + 1);
    CHECK(askMost() == 100 + depth);
  }
  CHECK(askMost() == own);
  setThreads(own + 1);
  work((unsigned)depth, 500);
#pragma omp task
  {
    CHECK(askMost() == own + 1);
    tasks(depth + 1);
    CHECK(askMost() == own + 1);
  }
  CHECK(askMost() == own + 1);
#pragma omp taskwait
  CHECK(askMost() == own + 1);
  setThreads(own);
}

int main(void) {
  most = askMost();
  loops();
#pragma omp parallel
#pragma omp single
  tasks(0);
  CHECK(askMost() == most);
  for (int threads = 1; threads < 4; threads++) {
    setThreads(threads);
#pragma omp parallel for
    for (int i = 0; i < 200; i++) {
      struct Answers answers = ask();
      CHECK(answers.threads == threads && answers.most == threads && answers.number < threads);
      work((unsigned)i, 100);
    }
    CHECK(askMost() == threads);
  }
}
