// Every thread creates tasks and a taskloop and waits for them, with its number.
// NEEDS-OPENMP
#include "strands.h"
static long out[5][40], total;
int main(void) {
#pragma omp parallel num_threads(5)
  {
    int me = omp_get_thread_num();
    for (int j = 0; j < 40; j++) {
#pragma omp task firstprivate(me, j)
      out[me][j] = (long)(work(me * 40 + j, 50) % 1000);
    }
#pragma omp taskwait
    out[me][0] += out[me][39];
#pragma omp taskloop shared(out) firstprivate(me)
    for (int j = 1; j < 40; j++)
      out[me][j] += j;
#pragma omp barrier
    long mine = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < 200; i++)
      mine += out[i / 40][i % 40] * (i % 3 + 1);
#pragma omp atomic
    total += mine * (me + 1);
  }
  SHOW("total", total);
  SHOW_ARRAY("out", out[0], 200);
}
