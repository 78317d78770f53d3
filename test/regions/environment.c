// RUNS: OMP_NUM_THREADS=4,2
// RUNS: OMP_NUM_THREADS=8 OMP_THREAD_LIMIT=3
// RUNS: OMP_NUM_THREADS=3 OMP_MAX_ACTIVE_LEVELS=1
// RUNS: OMP_NUM_THREADS=3 OMP_NESTED=false KMP_WARNINGS=false
// RUNS: OMP_NUM_THREADS=3 OMP_DYNAMIC=true
// The numbers of the environment, for each level, in converted regions and in those of libomp.
#include "asker.h"

#include <omp.h>
#include <stdlib.h>

static int expectedOf(int level) {
  const char *text = getenv("OMP_NUM_THREADS");
  int first = atoi(text);
  if (getenv("TACTUS_WORKERS"))
    first = atoi(getenv("TACTUS_WORKERS"));
  if (getenv("OMP_THREAD_LIMIT") && first > 3)
    first = 3;
  if (level == 1)
    return first;
  if (getenv("OMP_MAX_ACTIVE_LEVELS") || getenv("OMP_NESTED"))
    return first > 1 ? 1 : first;
  return text[1] == ',' ? 2 : first;
}

int main(void) {
  CHECK(askMost() == expectedOf(1));
#pragma omp parallel for
  for (int i = 0; i < 20; i++) {
    struct Answers outer = ask();
    CHECK(outer.threads == expectedOf(1) && outer.number < outer.threads);
    CHECK(outer.most == expectedOf(2) || getenv("OMP_MAX_ACTIVE_LEVELS") || getenv("OMP_NESTED"));
#pragma omp parallel for
    for (int j = 0; j < 20; j++) {
      struct Answers inner = ask();
      CHECK(inner.threads == expectedOf(2) && inner.size[1] == expectedOf(1));
    }
  }
  int size = 0;
#pragma omp parallel
  if (omp_get_thread_num() == 0)
    size = omp_get_num_threads();
  CHECK(size == expectedOf(1) || omp_get_dynamic());
}
