// The collective operations with a count for each rank, and those of neighbours.
#include "rank_program.h"

enum { Most = 64 };
static int mine[Most * Most], all[Most * Most], counts[Most], places[Most], other_counts[Most], other_places[Most];

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_SINGLE);
  int total = 0;
  for (int r = 0; r < RANKS; ++r)
    counts[r] = r + 1, places[r] = total, total += r + 1;
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i <= RANK; ++i)
      mine[i] = RANK * 100 + i;
    MPI_Gatherv(mine, RANK + 1, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    for (int r = 0; RANK == 0 && r < RANKS; ++r)
      CHECK(all[places[r] + r] == r * 100 + r);
    MPI_Allgatherv(mine, RANK + 1, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < RANKS; ++r)
      CHECK(all[places[r] + r] == r * 100 + r);
    MPI_Scatterv(all, counts, places, MPI_INT, mine, RANK + 1, MPI_INT, 0, MPI_COMM_WORLD);
    CHECK(mine[RANK] == RANK * 100 + RANK);
    for (int r = 0; r < RANKS; ++r) {
      other_counts[r] = RANK + 1, other_places[r] = r * (RANK + 1);
      for (int i = 0; i <= RANK; ++i)
        mine[r * (RANK + 1) + i] = RANK * 1000 + r;
    }
    MPI_Alltoallv(mine, other_counts, other_places, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < RANKS; ++r)
      CHECK(all[places[r]] == r * 1000 + RANK);
    for (int r = 0; r < RANKS; ++r)
      mine[r] = 1, all[r] = 0;
    for (int r = 0; r < RANKS; ++r)
      other_counts[r] = 1;
    MPI_Reduce_scatter(mine, all, other_counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all[0] == RANKS);
  }
  int one = 1;
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &ranks_of_program, &one, 0, &ring);
  int mark = RANK, around[2] = {-1, -1};
  MPI_Neighbor_allgather(&mark, 1, MPI_INT, around, 1, MPI_INT, ring);
  CHECK(around[0] == (RANK + RANKS - 1) % RANKS && around[1] == (RANK + 1) % RANKS);
  int both[2] = {RANK, RANK};
  MPI_Neighbor_alltoall(both, 1, MPI_INT, around, 1, MPI_INT, ring);
  CHECK(around[0] == (RANK + RANKS - 1) % RANKS && around[1] == (RANK + 1) % RANKS);
  MPI_Comm_free(&ring);
  return end();
}
