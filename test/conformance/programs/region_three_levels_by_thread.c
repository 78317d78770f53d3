// Regions in regions in regions, each in phases: all of them have their full size, and know their ancestors.
// NEEDS-OPENMP
#include "strands.h"
static long out[2][3][2][8];
int main(void) {
  omp_set_max_active_levels(3);
  long levels = 0;
#pragma omp parallel num_threads(2)
  {
    int i = omp_get_thread_num();
#pragma omp parallel num_threads(3)
    {
      int j = omp_get_thread_num();
#pragma omp parallel num_threads(2)
      {
        int k = omp_get_thread_num();
        for (int l = 0; l < 8; l++)
          out[i][j][k][l] = omp_get_ancestor_thread_num(1) * 100 + omp_get_ancestor_thread_num(2) * 10 + k + l * 1000 +
                            omp_get_team_size(2);
#pragma omp barrier
#pragma omp atomic
        levels += omp_get_level() * 10 + omp_get_active_level();
      }
#pragma omp barrier
      out[i][j][0][0] += out[i][(j + 1) % 3][1][7];
    }
  }
  SHOW("levels", levels);
  long s = 0;
  for (int i = 0; i < 96; i++)
    s += (&out[0][0][0][0])[i] * (i % 5 ? i : 1);
  (void)s;
  SHOW_ARRAY("rest", &out[0][0][1][0], 8);
  SHOW_ARRAY("last", &out[1][2][1][0], 8);
}
