// Threads that the environment binds: test_dropin.py says how, and how many processors there are.
#define _GNU_SOURCE
#include "check.h"

#include <sched.h>
#include <string.h>

/// The calling thread may run on the processors of its place, and no others.
static void checkPlace(void) {
  int place = omp_get_place_num(), count = omp_get_place_num_procs(place), numbers[CPU_SETSIZE];
  cpu_set_t set;
  CHECK(sched_getaffinity(0, sizeof set, &set) == 0);
  CHECK(place >= 0 && place < omp_get_num_places() && count > 0 && CPU_COUNT(&set) == count);
  omp_get_place_proc_ids(place, numbers);
  for (int i = 0; i < count; ++i)
    CHECK(CPU_ISSET(numbers[i], &set));
}

/// The place is one of the partition.
static void checkPartition(int expected) {
  int count = omp_get_partition_num_places(), numbers[CPU_SETSIZE], found = 0;
  CHECK(count == expected);
  omp_get_partition_place_nums(numbers);
  for (int i = 0; i < count; ++i)
    found += numbers[i] == omp_get_place_num();
  CHECK(found == 1);
}

int main(int argc, char **argv) {
  int expected = argc > 1 ? atoi(argv[1]) : 0, binding = argc > 2 ? atoi(argv[2]) : 0;
  CHECK(omp_get_num_places() == expected && omp_get_proc_bind() == (omp_proc_bind_t)binding);
  if (!expected) {
    CHECK(omp_get_place_num() == -1 && omp_get_partition_num_places() == 0);
    return report();
  }
  int processors = omp_get_num_procs();
  checkPlace();
  checkPartition(expected);
  int places[8] = {0}, master = omp_get_place_num();
#pragma omp parallel num_threads(2) proc_bind(spread)
  {
    checkPlace();
    checkPartition(expected >= 2 ? expected / 2 : 1);
    places[omp_get_thread_num()] = omp_get_place_num();
#pragma omp parallel num_threads(2) proc_bind(close)
    {
      checkPlace();
      checkPartition(expected >= 2 ? expected / 2 : 1);
    }
    checkPlace();
  }
  CHECK(places[0] == master && (expected < 2 || places[1] != master));
#pragma omp parallel num_threads(3) proc_bind(close)
  {
    checkPlace();
    checkPartition(expected);
    places[omp_get_thread_num()] = omp_get_place_num();
  }
  CHECK(places[0] == master && places[1] == (expected < 3 ? master : master + 1) % expected);
  CHECK(places[2] == (expected < 3 ? master + 2 * expected / 3 : master + 2) % expected);
#pragma omp parallel num_threads(4) proc_bind(master)
  {
    checkPlace();
    CHECK(omp_get_place_num() == master);
    CHECK(omp_get_num_procs() == processors);
  }
  checkPlace();
  CHECK(omp_get_num_procs() == processors);
  return report();
}
