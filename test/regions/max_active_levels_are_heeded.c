// omp_set_max_active_levels(): deeper regions have one thread, also where libomp runs them, and say so.
#include "asker.h"

static void check1(int limit, int most) {
#pragma omp parallel for
  for (int i = 0; i < 20; i++) {
    struct Answers outer = ask();
    CHECK(outer.threads == (limit >= 1 ? most : 1));
#pragma omp parallel for
    for (int j = 0; j < 20; j++) {
      struct Answers inner = ask();
      CHECK(inner.level == 2 && inner.threads == (limit >= 2 ? most : 1));
      CHECK(inner.activeLevel == (most > 1 ? (limit < 2 ? limit : 2) : 0));
      work((unsigned)j, 200);
    }
    struct Answers inLibomp[2];
#pragma omp parallel
    {
      struct Answers answers = ask();
      if (answers.number == 0)
        inLibomp[0] = answers;
    }
    CHECK(inLibomp[0].level == 2);
    CHECK(limit >= 2 || inLibomp[0].threads == 1);
  }
}

int main(void) {
  int most = askMost();
  for (int limit = 0; limit < 4; limit++) {
    setLevels(limit);
    check1(limit, most);
  }
  // In an iteration, for that alone.
#pragma omp parallel for
  for (int i = 0; i < 20; i++) {
    setLevels(1);
#pragma omp parallel for
    for (int j = 0; j < 20; j++)
      CHECK(ask().threads == (most > 1 ? 1 : most));
  }
  check1(3, most);
}
