// thread_limit on target and on teams holds for the parallel regions inside, and ends with its construct.
// RUNS: KMP_WARNINGS=0
#include <omp.h>
#include <stdio.h>

static int wrong = 0;
static void expect(const char *what, int is, int least, int most) {
  if (is < least || is > most) {
    printf("%s: %d, not %d to %d\n", what, is, least, most);
    wrong++;
  }
}

int sizeInAnotherFunction(void) {
  int size = 0;
#pragma omp parallel reduction(max : size)
  size = omp_get_num_threads();
  return size;
}

static void ofTarget(void) {
  int size = 0, inner = 0, limit = 0;
#pragma omp target thread_limit(2) map(tofrom : size, inner, limit)
  {
    limit = omp_get_thread_limit();
    inner = sizeInAnotherFunction();
#pragma omp parallel reduction(max : size)
    size = omp_get_num_threads();
  }
  expect("limit in target", limit, 2, 2);
  expect("region in target", size, 1, 2);
  expect("region in a function that target calls", inner, 1, 2);
  size = 0;
#pragma omp target thread_limit(3) map(tofrom : size)
#pragma omp teams num_teams(4) reduction(max : size)
#pragma omp parallel reduction(max : size)
  size = omp_get_num_threads();
  expect("teams in target", size, 1, 3);
  expect("region behind target", sizeInAnotherFunction(), 4, 4);
}

static void ofTeams(void) {
  int size = 0, limit = 0;
#pragma omp teams num_teams(2) thread_limit(3) reduction(max : size, limit)
  {
    limit = omp_get_thread_limit();
#pragma omp parallel reduction(max : size)
    size = omp_get_num_threads();
  }
  expect("limit in teams", limit, 3, 3);
  expect("region in teams", size, 1, 3);
  expect("region behind teams", sizeInAnotherFunction(), 4, 4);
}

int main(void) {
  omp_set_dynamic(0);
  omp_set_num_threads(4);
  for (int round = 0; round < 3; round++) {
    ofTarget();
    ofTeams();
  }
  return wrong != 0;
}
