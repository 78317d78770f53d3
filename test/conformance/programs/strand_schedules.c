// Every kind of schedule executes each iteration once: signed, unsigned and wide counters, steps of both signs, and
// more loops without a barrier between them than a ring of loops has places.
// LEFT: thread number
// STRANDS
// NEEDS-OPENMP
#include "strands.h"

static int count[16][LENGTH];

static void check_all(const char *name) {
  for (int k = 0; k < 16; k++)
    for (int i = 0; i < LENGTH; i++)
      CHECK(count[k][i] == (k < 12));
  memset(count, 0, sizeof count);
  printf("%s\n", name);
}

static void loops(int me) {
  unsigned un = LENGTH;
  long long wide = (1LL << 40), most = wide + LENGTH;
#pragma omp for schedule(dynamic) nowait
  for (int i = 0; i < LENGTH; i++)
    count[0][i] += me >= 0;
#pragma omp for schedule(dynamic, 17) nowait
  for (int i = LENGTH - 1; i >= 0; i--)
    count[1][i]++;
#pragma omp for schedule(guided) nowait
  for (unsigned i = 0; i < un; i++)
    count[2][i]++;
#pragma omp for schedule(guided, 5) nowait
  for (long long i = wide; i < most; i++)
    count[3][i - wide]++;
#pragma omp for schedule(runtime) nowait
  for (int i = 0; i < 3 * LENGTH; i += 3)
    count[4][i / 3]++;
#pragma omp for schedule(auto) nowait
  for (unsigned long i = un; i > 0; i--)
    count[5][i - 1]++;
#pragma omp for schedule(monotonic : dynamic, 2) nowait
  for (long long i = most; i > wide; i--)
    count[6][i - wide - 1]++;
#pragma omp for schedule(nonmonotonic : guided, 3) nowait
  for (int i = -LENGTH; i < 0; i++)
    count[7][i + LENGTH]++;
#pragma omp for schedule(static, 1) nowait
  for (unsigned i = 0; i < 7 * un; i += 7)
    count[8][i / 7]++;
#pragma omp for schedule(static) nowait
  for (long long i = 0; i > -LENGTH; i--)
    count[9][-i]++;
#pragma omp for collapse(2) schedule(dynamic, 3) nowait
  for (int i = 0; i < LENGTH / 50; i++)
    for (int j = 0; j < 50; j++)
      count[10][i * 50 + j]++;
#pragma omp for schedule(dynamic) nowait
  for (int i = 5; i < 5; i++)
    count[15][i]++;
#pragma omp for simd schedule(static, 4)
  for (int i = 0; i < LENGTH; i++)
    count[11][i]++;
}

int main(void) {
  static const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto};
  for (int k = 0; k < 4; k++) {
    omp_set_schedule(kinds[k], k * 3);
#pragma omp parallel num_threads(3)
    loops(omp_get_thread_num());
    check_all("all once");
  }
}
