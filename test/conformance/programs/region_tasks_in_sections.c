// Tasks and taskloops in the sections of a region.
#include "support.h"
static long out[6][200];
static void fill(long *v, int k) {
  for (int i = 0; i < 200; i++)
    v[i] = (long)(mix(i * k) % 1000);
}
int main(void) {
  long total = 0;
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      {
        for (int k = 0; k < 3; k++)
#pragma omp task firstprivate(k)
          fill(out[k], k + 1);
#pragma omp taskwait
        out[0][0] += out[1][1] + out[2][2];
      }
#pragma omp section
      fill(out[3], 9);
#pragma omp section
      {
#pragma omp taskloop grainsize(10)
        for (int i = 0; i < 200; i++)
          out[4][i] = i * 3;
        out[5][7] = out[4][199];
      }
    }
#pragma omp for collapse(2) reduction(+ : total)
    for (int k = 0; k < 6; k++)
      for (int i = 0; i < 200; i++)
        total += out[k][i] * (k + 1);
  }
  SHOW("total", total);
}
