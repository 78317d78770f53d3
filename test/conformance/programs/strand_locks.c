// Locks, named critical constructs and atomics work between members, and between these and tasks of loops.
// LEFT: *
// NEEDS-OPENMP
#include "strands.h"

static long first, second, third, fourth;

int main(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(4)
  {
    for (int i = 0; i < 200; i++) {
#pragma omp critical(one)
      first++;
#pragma omp critical(two)
      second += omp_get_thread_num();
      omp_set_lock(&lock);
      third++;
      omp_unset_lock(&lock);
      omp_set_nest_lock(&nest);
      omp_set_nest_lock(&nest);
      fourth++;
      omp_unset_nest_lock(&nest);
      omp_unset_nest_lock(&nest);
    }
#pragma omp parallel for
    for (int i = 0; i < 500; i++)
#pragma omp critical(one)
      first++;
  }
  SHOW("first", first);
  SHOW("second", second);
  SHOW("third", third);
  SHOW("fourth", fourth);
}
