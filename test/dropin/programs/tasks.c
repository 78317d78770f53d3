// Tasks in teams and outside: waits, groups, loops, reductions, priorities, untied and final ones.
#include "check.h"

static int fib(int n) {
  int a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a) if (n > 8)
  a = fib(n - 1);
#pragma omp task shared(b) final(n < 6) untied
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

static void group(void) {
  int done = 0;
#pragma omp taskgroup
  {
    for (int i = 0; i < 50; ++i) {
#pragma omp task shared(done)
      {
#pragma omp task shared(done) // a descendant, which taskwait would not wait for
        {
#pragma omp atomic
          ++done;
        }
      }
    }
  }
  CHECK(done == 50);
}

static void reduction(void) {
  long sum = 0;
#pragma omp taskgroup task_reduction(+ : sum)
  {
    for (int i = 1; i <= 100; ++i) {
#pragma omp task in_reduction(+ : sum)
      sum += i;
    }
#pragma omp taskloop in_reduction(+ : sum) nogroup grainsize(7)
    for (int i = 1; i <= 100; ++i)
      sum += i;
  }
  CHECK(sum == 10100);
}

static void loops(void) {
  int hits[1000] = {0}, last = -1;
#pragma omp taskloop shared(hits) lastprivate(last) num_tasks(13)
  for (int i = 999; i >= 0; i -= 3) {
    ++hits[i];
    last = i;
  }
  CHECK(last == 0);
  for (int i = 0; i < 1000; ++i)
    CHECK(hits[i] == (i % 3 == 0));
}

static void untied(void) {
  int steps = 0, most = omp_get_max_threads();
#pragma omp taskgroup
  for (int i = 0; i < 20; ++i) {
#pragma omp task untied shared(steps)
    {
      for (int j = 0; j < 5; ++j) {
        omp_set_num_threads(20 + i + j);
#pragma omp taskyield
        // What a task has set is the task's, on whichever thread it goes on.
        CHECK(omp_get_max_threads() == 20 + i + j);
#pragma omp atomic
        ++steps;
      }
    }
  }
  CHECK(steps == 100 && omp_get_max_threads() == most);
}

static void all(void) {
  CHECK(fib(18) == 2584);
  group();
  reduction();
  loops();
  untied();
}

int main(void) {
  for (int round = 0; round < 5; ++round) {
#pragma omp parallel
#pragma omp single
    all();
  }
  all();
#pragma omp parallel num_threads(1)
  all();
  // All members create, none waits: the region's end does.
  int count = 0;
#pragma omp parallel shared(count)
  for (int i = 0; i < 200; ++i) {
#pragma omp task shared(count) priority(i % 3)
    {
#pragma omp atomic
      ++count;
    }
  }
  CHECK(count == 200 * omp_get_max_threads());
  long sum = 0;
#pragma omp parallel reduction(task, + : sum)
  {
#pragma omp task in_reduction(+ : sum)
    sum += 5;
  }
  CHECK(sum == 5 * omp_get_max_threads());
  return report();
}
