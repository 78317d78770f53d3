// A region with loops, barriers, and messages by the master between them: a stencil with a halo, MPI_THREAD_FUNNELED.
#include "rank_program.h"

enum { Length = 2000, Steps = 30 };
static double old[Length + 2], new[Length + 2];

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_FUNNELED);
  int below = RANK ? RANK - 1 : MPI_PROC_NULL, above = RANK + 1 < RANKS ? RANK + 1 : MPI_PROC_NULL;
  for (int i = 0; i < Length + 2; ++i)
    old[i] = RANK == 0 && i == 0 ? 1 : 0;
#pragma omp parallel
  for (int step = 0; step < Steps; ++step) {
#pragma omp master
    {
      MPI_Sendrecv(&old[Length], 1, MPI_DOUBLE, above, 0, &old[0], 1, MPI_DOUBLE, below, 0, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
      MPI_Sendrecv(&old[1], 1, MPI_DOUBLE, below, 1, &old[Length + 1], 1, MPI_DOUBLE, above, 1, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
    }
#pragma omp barrier
#pragma omp for
    for (int i = 1; i <= Length; ++i)
      new[i] = (old[i - 1] + 2 * old[i] + old[i + 1]) / 4;
#pragma omp for
    for (int i = 1; i <= Length; ++i)
      old[i] = new[i];
  }
  // What has come from the source: the same as one array of all ranks has.
  int total = RANKS * Length;
  double *whole = calloc(total + 2, sizeof *whole), *next = calloc(total + 2, sizeof *whole);
  whole[0] = 1;
  for (int step = 0; step < Steps; ++step) {
    for (int i = 1; i <= total; ++i)
      next[i] = (whole[i - 1] + 2 * whole[i] + whole[i + 1]) / 4;
    for (int i = 1; i <= total; ++i)
      whole[i] = next[i];
  }
  for (int i = 1; i <= Length; ++i)
    CHECK(old[i] == whole[RANK * Length + i]);
  free(whole);
  free(next);
  return end();
}
