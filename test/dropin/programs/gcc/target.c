// A target region on the host begins as the process does: outside of all regions, with the settings of the environment.
#include "../check.h"

static void settings(int *dynamic, int *threads, int *kind, int *chunk) {
  omp_sched_t schedule;
  *dynamic = omp_get_dynamic();
  *threads = omp_get_max_threads();
  omp_get_schedule(&schedule, chunk);
  *kind = (int)schedule;
}

int main(void) {
  int first[4], now[4];
  settings(&first[0], &first[1], &first[2], &first[3]);
  omp_set_dynamic(1);
  omp_set_num_threads(7);
  omp_set_schedule(omp_sched_guided, 9);
#pragma omp target map(from : now)
  {
    settings(&now[0], &now[1], &now[2], &now[3]);
    omp_set_num_threads(2);
  }
  for (int i = 0; i < 4; ++i)
    CHECK(now[i] == first[i]);
  CHECK(omp_get_max_threads() == 7 && omp_get_dynamic());

  omp_set_max_active_levels(3);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
#pragma omp target
  {
    CHECK(!omp_in_parallel() && omp_get_level() == 0 && omp_get_num_teams() == 1);
#pragma omp parallel num_threads(2)
    CHECK(omp_get_level() == 1 && omp_get_ancestor_thread_num(1) == omp_get_thread_num());
  }

  int limit = 0, teams = 0;
#pragma omp target map(from : limit, teams)
#pragma omp teams num_teams(4) thread_limit(3)
  {
    teams = omp_get_num_teams();
#pragma omp parallel if (0)
    limit = omp_get_thread_limit();
  }
  CHECK(limit == 3 && teams >= 1 && teams <= 4);

  char text[64];
  omp_capture_affinity(text, sizeof text, "%0.7a|%0.4n|%.4n|%4n|");
  CHECK(__builtin_strcmp(text, "-000001|0000|   0|0   |") == 0);
  return report();
}
