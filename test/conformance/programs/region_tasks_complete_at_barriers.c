// Tasks and their tasks are complete at the next barrier of the team.
// NEEDS-OPENMP
#include "strands.h"
static long v[6], w[6];
int main(void) {
#pragma omp parallel num_threads(6)
  {
    int me = omp_get_thread_num();
    for (int s = 0; s < 5; s++) {
#pragma omp task firstprivate(me, s)
      {
        v[me] = (long)(work(v[me] + s + me, 200) % 10000);
#pragma omp task firstprivate(me)
        w[me] += (long)(work(me, 100) % 50);
      }
#pragma omp barrier
      long x = v[(me + 1) % 6] + w[(me + 2) % 6];
#pragma omp barrier
      v[me] += x;
#pragma omp barrier
    }
  }
  SHOW_ARRAY("v", v, 6);
  SHOW_ARRAY("w", w, 6);
}
