// What code of gcc asks for in words of its own. Only for gcc: clang and its libomp do not get through all of it.
#include "../check.h"

enum { N = 1000 };

static void unsignedBounds(void) {
  unsigned long long first = 1ULL << 63, sum = 0;
#pragma omp parallel for schedule(dynamic, 7) reduction(+ : sum)
  for (unsigned long long i = first; i < first + N; ++i)
    sum += i - first;
  CHECK(sum == N * (N - 1) / 2);
  sum = 0;
#pragma omp parallel for schedule(guided) reduction(+ : sum)
  for (unsigned long long i = ~0ULL; i > ~0ULL - 3 * N; i -= 3)
    sum += 1;
  CHECK(sum == N);
}

static void orderedChunks(void) {
  int next = 0, wrong = 0;
#pragma omp parallel
  {
#pragma omp for ordered schedule(dynamic, 3)
    for (int i = 0; i < N; ++i) {
#pragma omp ordered
      wrong += i != next++;
    }
#pragma omp for ordered schedule(static)
    for (int i = 0; i < N; ++i)
      if (i % 3 == 0) {
#pragma omp ordered
        wrong += i != next - N, next += 3;
      }
  }
  CHECK(wrong == 0 && next == N + (N + 2) / 3 * 3);
}

static void waves(void) {
  static int cells[40][40];
#pragma omp parallel for ordered(2) schedule(static, 1)
  for (int i = 1; i < 40; ++i)
    for (int j = 1; j < 40; ++j) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      cells[i][j] = 1 + (cells[i - 1][j] > cells[i][j - 1] ? cells[i - 1][j] : cells[i][j - 1]);
#pragma omp ordered depend(source)
    }
  CHECK(cells[39][39] == 77);
}

static void reductionsOfTasks(void) {
  int grouped = 0, looped = 0, shared = 0;
#pragma omp parallel
  {
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : grouped)
      for (int i = 0; i < N; ++i) {
#pragma omp task in_reduction(+ : grouped)
        grouped += i;
      }
#pragma omp taskloop reduction(+ : looped) grainsize(10)
      for (int i = 0; i < N; ++i)
        looped += i;
    }
#pragma omp for reduction(task, + : shared)
    for (int i = 0; i < N; ++i) {
#pragma omp task in_reduction(+ : shared)
      shared += i;
    }
  }
  CHECK(grouped == N * (N - 1) / 2 && looped == grouped && shared == grouped);
  int all = 0;
#pragma omp parallel reduction(task, + : all)
  {
#pragma omp task in_reduction(+ : all)
    all += 2;
    all += 1;
  }
  CHECK(all > 0 && all % 3 == 0);
}

static void parts(void) {
  int done[5] = {0}, copied = 0, wrong = 0;
#pragma omp parallel shared(done) firstprivate(copied) reduction(+ : wrong)
  {
#pragma omp sections
    {
#pragma omp section
      done[0]++;
#pragma omp section
      done[1]++;
#pragma omp section
      done[2]++;
    }
#pragma omp single copyprivate(copied)
    copied = 7;
    wrong += copied != 7;
  }
  CHECK(wrong == 0 && done[0] == 1 && done[1] == 1 && done[2] == 1);
  int last = 0;
#pragma omp parallel for lastprivate(conditional : last) schedule(dynamic)
  for (int i = 0; i < N; ++i)
    if (i % 10 == 3)
      last = i;
  CHECK(last == 993);
}

static void onTheHost(void) {
  int value = 1, copy = 5;
#pragma omp target map(tofrom : value) firstprivate(copy)
  {
    value += copy++;
    value += omp_in_parallel();
  }
  CHECK(value == 6 && copy == 5);
#pragma omp target nowait map(tofrom : value) depend(out : value)
  value *= 2;
#pragma omp task depend(in : value) shared(value)
  value += 1;
#pragma omp taskwait
  CHECK(value == 13);
}

static void emptyIterators(int count) {
  int items[4], done = 0;
#pragma omp task depend(iterator(j = 0 : count), in : items[j]) shared(done)
  done++;
#pragma omp taskwait
  CHECK(done == 1);
}

static void locks(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
  int counters[3] = {0};
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    omp_set_lock(&lock);
    counters[0]++;
    omp_unset_lock(&lock);
    omp_set_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    counters[1]++;
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
#pragma omp critical
    counters[2]++;
  }
  CHECK(counters[0] == N && counters[1] == N && counters[2] == N);
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
}

int main(void) {
  unsignedBounds();
  orderedChunks();
  waves();
  reductionsOfTasks();
  parts();
  onTheHost();
  emptyIterators(-1);
  emptyIterators(2);
  locks();
  return report();
}
