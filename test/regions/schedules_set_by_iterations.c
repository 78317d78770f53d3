// What an iteration or task sets for schedule(runtime) divides the loops of the regions that it begins, whoever runs
// these: libomp has been told nothing of it.
#include "asker.h"

#include <omp.h>
#include <stdint.h>

enum { Trips = 60, Threads = 3 };

static void checkOwners(const int *owner, int size, int chunk) {
  CHECK(size == 1 || size == Threads);
  for (int k = 0; k < Trips; k++)
    CHECK(owner[k] == k / chunk % size);
}

// What depends on something keeps the region with libomp.
static void loops(int chunk) {
  int first[Trips], second[Trips], third[Trips], size = 0;
#pragma omp parallel num_threads(Threads)
  {
#pragma omp for schedule(runtime)
    for (int k = 0; k < Trips; k++)
      first[k] = omp_get_thread_num();
#pragma omp for ordered schedule(runtime)
    for (int64_t k = 0; k < Trips; k++) {
      second[k] = omp_get_thread_num();
#pragma omp ordered
      size = omp_get_num_threads();
    }
#pragma omp for schedule(runtime) collapse(2)
    for (unsigned k = 0; k < Trips / 10; k++)
      for (unsigned l = 0; l < 10; l++)
        third[k * 10 + l] = omp_get_thread_num();
#pragma omp single
#pragma omp task depend(iterator(only = 0 : 1), inout : size)
    size = omp_get_num_threads();
  }
  checkOwners(first, size, chunk);
  checkOwners(second, size, chunk);
  checkOwners(third, size, chunk);
}

// The compiler does not see who asks behind a pointer, and converts the loop around it.
static void (*volatile unknown)(int) = loops;

static void latent(void) {
#pragma omp parallel for
  for (int i = 0; i < 12; i++) {
    setSchedule(omp_sched_static, i % 5 + 1);
    work(7, 20);
    unknown(i % 5 + 1);
  }
}

int main(void) {
  omp_set_max_active_levels(3);
  setSchedule(omp_sched_static, 11);
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 12; i++) {
    int chunk = i % 5 + 1;
    setSchedule(omp_sched_static, chunk);
    work(7, 20);
    loops(chunk);
#pragma omp task firstprivate(chunk)
    {
      setSchedule(omp_sched_static, chunk + 1);
      loops(chunk + 1);
    }
#pragma omp taskwait
    loops(chunk);
  }
  latent();
  loops(11);
  return 0;
}
