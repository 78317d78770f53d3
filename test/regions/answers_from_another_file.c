// Level, team and task as another file sees them, in nested loops, in loops with clauses, in tasks and taskloops.
#include "asker.h"

static int most;

static void checkTeam(const struct Answers *answers, int level, int threads, int inTask) {
  CHECK(answers->level == level);
  CHECK(answers->threads == threads);
  CHECK(answers->size[0] == 1 && answers->ancestor[0] == 0);
  CHECK(answers->size[level] == threads && answers->ancestor[level] == answers->number);
  CHECK(answers->size[level + 1] == -1 && answers->ancestor[level + 1] == -1);
  CHECK(answers->number >= 0 && answers->number < threads);
  CHECK(answers->inTask == inTask);
  CHECK(answers->most == most);
  CHECK(answers->inParallel == (answers->activeLevel > 0));
}

static void checkRoot(void) {
  struct Answers answers = ask();
  CHECK(answers.level == 0 && answers.activeLevel == 0 && !answers.inParallel && answers.threads == 1);
  CHECK(answers.number == 0 && answers.size[0] == 1 && answers.size[1] == -1 && !answers.inTask && !answers.inFinal);
  CHECK(answers.most == most);
}

static int isActive(int threads) { return threads > 1; }

static void nested(void) {
#pragma omp parallel for
  for (int i = 0; i < 40; i++) {
    struct Answers before = ask();
    checkTeam(&before, 1, most, 0);
    CHECK(before.activeLevel == isActive(most));
#pragma omp parallel for
    for (int j = 0; j < 30; j++) {
      struct Answers answers = ask();
      checkTeam(&answers, 2, most, 0);
      CHECK(answers.activeLevel == 2 * isActive(most));
      CHECK(answers.size[1] == most && answers.ancestor[1] == before.number);
      work((unsigned)j, 200);
    }
    struct Answers after = ask();
    CHECK(after.number == before.number && after.level == 1);
  }
}

static void clauses(int zero) {
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 60; i++) {
    struct Answers answers = ask();
    checkTeam(&answers, 1, 2, 0);
    CHECK(answers.inParallel);
    work((unsigned)i, 500);
  }
#pragma omp parallel for if (zero)
  for (int i = 0; i < 60; i++) {
    struct Answers answers = ask();
    checkTeam(&answers, 1, 1, 0);
    CHECK(!answers.inParallel && answers.number == 0);
#pragma omp parallel for num_threads(3)
    for (int j = 0; j < 10; j++) {
      struct Answers inner = ask();
      checkTeam(&inner, 2, 3, 0);
      CHECK(inner.activeLevel == 1 && inner.size[1] == 1 && inner.ancestor[1] == 0);
    }
  }
}

static void tree(int depth, int number) {
  struct Answers own = ask();
  checkTeam(&own, 1, most, depth > 0);
  (void)number;
  if (depth == 6)
    return;
#pragma omp task
  tree(depth + 1, own.number);
#pragma omp task if (depth & 1)
  tree(depth + 1, own.number);
  struct Answers rest = ask();
  checkTeam(&rest, 1, most, depth > 0);
  work((unsigned)depth, 300);
#pragma omp taskwait
  struct Answers after = ask();
  checkTeam(&after, 1, most, depth > 0);
  CHECK(after.number == own.number);
}

static void tasks(void) {
#pragma omp parallel
#pragma omp single
  {
    tree(0, 0);
#pragma omp taskloop
    for (int i = 0; i < 50; i++) {
      struct Answers answers = ask();
      checkTeam(&answers, 1, most, 1);
#pragma omp parallel for
      for (int j = 0; j < 8; j++) {
        struct Answers inner = ask();
        checkTeam(&inner, 2, most, 0);
      }
      work((unsigned)i, 300);
    }
#pragma omp task final(1)
    {
      struct Answers answers = ask();
      checkTeam(&answers, 1, most, 1);
      CHECK(answers.inFinal);
    }
    struct Answers answers = ask();
    checkTeam(&answers, 1, most, 0);
    CHECK(!answers.inFinal);
  }
}

static void tasksInLoop(void) {
#pragma omp parallel for
  for (int i = 0; i < 20; i++) {
#pragma omp task
    {
      struct Answers answers = ask();
      checkTeam(&answers, 1, most, 1);
      work((unsigned)i, 300);
    }
    struct Answers answers = ask();
    checkTeam(&answers, 1, most, 0);
#pragma omp taskwait
  }
}

int main(void) {
  most = askMost();
  checkRoot();
  nested();
  checkRoot();
  clauses(0);
  checkRoot();
  tasks();
  checkRoot();
  tasksInLoop();
  checkRoot();
}
