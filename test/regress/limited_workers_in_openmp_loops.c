// FLAGS: -O1
// A limit of workers holds for OpenMP's loops inside, in nests and by tasks, with records and without. Regions inside
// are parallel, and nothing of it remains behind.
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <tactus/tactus.h>

static int running, most, wrong;

static void visit(void) {
  int now = __atomic_add_fetch(&running, 1, __ATOMIC_RELAXED), seen = __atomic_load_n(&most, __ATOMIC_RELAXED);
  while (now > seen && !__atomic_compare_exchange_n(&most, &seen, now, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
  for (int turn = 0; turn < 5; ++turn)
    sched_yield();
  __atomic_sub_fetch(&running, 1, __ATOMIC_RELAXED);
}

static void loops(void *context) {
  (void)context;
#pragma omp parallel for
  for (int i = 0; i < 100; ++i)
    visit();
#pragma omp parallel for
  for (int i = 0; i < 100; ++i) {
    visit();
    if (omp_get_thread_num() >= omp_get_num_threads())
      wrong = 1;
  }
}

static void inner(uint64_t index, void *context) {
  (void)index, (void)context;
  visit();
}

static void nest(uint64_t index, void *context) {
  (void)index, (void)context;
  tactus_parallel_for(0, 20, inner, 0);
}

static void nests(void *context) {
  (void)context;
  if (omp_in_parallel())
    wrong = 2;
  tactus_parallel_for(0, 20, nest, 0);
}

int main(void) {
  for (unsigned limit = 1; limit <= 3; ++limit) {
    most = 0;
    tactus_limit_workers(limit, loops, 0);
    tactus_limit_workers(limit, nests, 0);
    if (most > (int)limit)
      return fprintf(stderr, "%d run at a time, where %u may\n", most, limit), 1;
  }
  if (wrong || omp_get_level() != 0 || omp_get_max_threads() < 1)
    return fprintf(stderr, "wrong %d, level %d\n", wrong, omp_get_level()), 1;
  return 0;
}
