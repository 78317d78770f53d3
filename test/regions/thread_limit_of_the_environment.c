// OMP_THREAD_LIMIT bounds the threads of a nest together, and not those of each region.
// RUNS: OMP_THREAD_LIMIT=6 KMP_WARNINGS=0
// RUNS: OMP_THREAD_LIMIT=1 KMP_WARNINGS=0
// RUNS: OMP_THREAD_LIMIT=17 KMP_WARNINGS=0
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int wrong = 0;
static void expect(const char *what, int is, int least, int most) {
  if (is < least || is > most) {
    printf("%s: %d, not %d to %d\n", what, is, least, most);
    wrong++;
  }
}

static int threadsAtOnce;
static int mostAtOnce;
static void meet(void) {
  int now;
#pragma omp atomic capture
  now = ++threadsAtOnce;
#pragma omp critical
  if (now > mostAtOnce)
    mostAtOnce = now;
  usleep(1000);
#pragma omp atomic
  threadsAtOnce--;
}

static void nested(int limit) {
  mostAtOnce = 0;
#pragma omp parallel num_threads(4)
#pragma omp parallel num_threads(4)
  meet();
  expect("threads of a nest", mostAtOnce, 1, limit);
  int size = 0;
#pragma omp parallel num_threads(20) reduction(max : size)
  size = omp_get_num_threads();
  expect("one region", size, limit < 20 ? limit : 20, limit);
}

int main(void) {
  int limit = atoi(getenv("OMP_THREAD_LIMIT"));
  omp_set_dynamic(0);
  omp_set_max_active_levels(4);
  for (int round = 0; round < 3; round++)
    nested(limit);
  return wrong != 0;
}
