// Collective operations of every kind, between loops of OpenMP's.
#include "rank_program.h"

enum { Length = 1000 };
static long mine[64 * Length], all[64 * Length];

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_FUNNELED);
  for (int round = 0; round < 20; ++round) {
    int root = round % RANKS;
#pragma omp parallel for
    for (int i = 0; i < RANKS * Length; ++i)
      mine[i] = RANK + i;
    long sum = RANKS * (RANKS - 1L) / 2;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Allreduce(mine, all, Length, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < Length; ++i)
      CHECK(all[i] == sum + (long)RANKS * i);
    all[3] = RANK == root ? round : -1;
    MPI_Bcast(all, 4, MPI_LONG, root, MPI_COMM_WORLD);
    CHECK(all[3] == round);
    MPI_Gather(mine, Length, MPI_LONG, all, Length, MPI_LONG, root, MPI_COMM_WORLD);
    if (RANK == root)
      for (int r = 0; r < RANKS; ++r)
        CHECK(all[r * Length + 5] == r + 5);
    MPI_Scatter(mine, Length, MPI_LONG, all, Length, MPI_LONG, root, MPI_COMM_WORLD);
    CHECK(all[5] == root + RANK * Length + 5);
    MPI_Allgather(mine, Length, MPI_LONG, all, Length, MPI_LONG, MPI_COMM_WORLD);
    for (int r = 0; r < RANKS; ++r)
      CHECK(all[r * Length + 7] == r + 7);
    MPI_Alltoall(mine, Length, MPI_LONG, all, Length, MPI_LONG, MPI_COMM_WORLD);
    for (int r = 0; r < RANKS; ++r)
      CHECK(all[r * Length + 9] == r + RANK * Length + 9);
    MPI_Reduce(mine, all, 1, MPI_LONG, MPI_MAX, root, MPI_COMM_WORLD);
    if (RANK == root)
      CHECK(all[0] == RANKS - 1);
    MPI_Scan(mine, all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all[0] == RANK * (RANK + 1L) / 2);
    MPI_Exscan(mine, all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    CHECK(RANK == 0 || all[0] == RANK * (RANK - 1L) / 2);
    MPI_Reduce_scatter_block(mine, all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all[0] == sum + (long)RANKS * RANK);
  }
  return end();
}
