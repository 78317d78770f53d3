// FLAGS: -O2
// omp_capture_affinity() told every thread of our regions that it was 0 of 1, and omp_pause_resource() failed where
// libomp had not been started, or had run nothing since the last pause.
#include <omp.h>
#include <stdio.h>
#include <string.h>

static int perThread, failures;
#pragma omp threadprivate(perThread)

static void check(void) {
  char text[256], wanted[256];
  omp_capture_affinity(text, sizeof text, "%n of %{num_threads}, %L/%{nesting_level}, %a [%0.4n|%4n|%.4n] %%n");
  int number = omp_get_thread_num(), level = omp_get_level();
  snprintf(wanted, sizeof wanted, "%d of %d, %d/%d, %d [%04d|%-4d|%4d] %%n", number, omp_get_num_threads(), level,
           level, omp_get_ancestor_thread_num(level - 1), number, number, number);
  if (strcmp(text, wanted) != 0) {
    fprintf(stderr, "'%s' is '%s'\n", text, wanted);
#pragma omp atomic
    failures++;
  }
}

static void checkPause(omp_pause_resource_t kind) {
  for (int turn = 0; turn < 3; turn++) {
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int k = 0; k < 100; k++)
      sum += k;
    failures += sum != 4950;
    failures += omp_pause_resource(kind, omp_get_initial_device()) != 0;
    failures += omp_pause_resource_all(kind) != 0;
#pragma omp parallel reduction(task, + : sum) num_threads(2)
    sum++;
    failures += sum != 4952;
    failures += omp_pause_resource(kind, omp_get_initial_device()) != 0;
  }
}

int main(void) {
  checkPause(omp_pause_soft);
  checkPause(omp_pause_hard);
  check();
#pragma omp parallel num_threads(4)
  check();
#pragma omp parallel for num_threads(3)
  for (int i = 0; i < 100; i++)
    check();
#pragma omp parallel num_threads(3)
  {
    perThread = 1;
#pragma omp barrier
    check();
#pragma omp parallel num_threads(2)
    check();
  }
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 10; i++)
#pragma omp task
    check();
#pragma omp parallel reduction(task, + : failures) num_threads(3)
  check();
  omp_set_affinity_format("%n of %N");
#pragma omp parallel num_threads(2)
  {
    char text[64], wanted[64], small[4];
    size_t needed = omp_capture_affinity(text, sizeof text, NULL);
    snprintf(wanted, sizeof wanted, "%d of 2", omp_get_thread_num());
    int isWrong = strcmp(text, wanted) != 0 || needed != 6 || omp_capture_affinity(small, 4, "%n of %N") != 6 ||
                  strncmp(small, wanted, 3) != 0 || small[3] != 0;
    isWrong |= omp_pause_resource(omp_pause_soft, omp_get_initial_device()) == 0;
#pragma omp atomic
    failures += isWrong;
  }
  return failures;
}
