// Communicators that are made, split, used and freed; groups, and a communicator between two groups.
#include "rank_program.h"

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_FUNNELED);
  for (int round = 0; round < 5; ++round) {
    MPI_Comm copy, half, node;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_split(copy, RANK % 2, -RANK, &half);
    int size, rank, sum;
    MPI_Comm_size(half, &size);
    MPI_Comm_rank(half, &rank);
    CHECK(size == (RANKS + 1 - RANK % 2) / 2);
    MPI_Allreduce(&rank_of_program, &sum, 1, MPI_INT, MPI_SUM, half);
    int expected = 0;
    for (int r = RANK % 2; r < RANKS; r += 2)
      expected += r;
    CHECK(sum == expected);
    MPI_Comm_split_type(copy, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &size);
    CHECK(size == RANKS);
    if (RANKS > 1) {
      MPI_Comm between, together;
      MPI_Intercomm_create(half, 0, copy, RANK % 2 ? (RANKS - 1) / 2 * 2 : RANKS / 2 * 2 - 1, 9, &between);
      MPI_Comm_remote_size(between, &size);
      CHECK(size == (RANKS + RANK % 2) / 2);
      MPI_Intercomm_merge(between, RANK % 2, &together);
      MPI_Comm_size(together, &size);
      CHECK(size == RANKS);
      MPI_Comm_free(&together);
      MPI_Comm_free(&between);
    }
    MPI_Comm_free(&node);
    MPI_Comm_free(&half);
    MPI_Comm_free(&copy);
  }
  return end();
}
