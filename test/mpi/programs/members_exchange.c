// Each member of a region exchanges messages with its counterpart in the next rank: needs MPI_THREAD_MULTIPLE.
// THREADS
#include "rank_program.h"
#include <omp.h>

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_MULTIPLE);
  int next = (RANK + 1) % RANKS, before = (RANK + RANKS - 1) % RANKS;
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    for (int round = 0; round < 25; ++round) {
      int sent = RANK * 1000 + round * 10 + me, received = -1;
      MPI_Request request;
      MPI_Isend(&sent, 1, MPI_INT, next, me, MPI_COMM_WORLD, &request);
      MPI_Recv(&received, 1, MPI_INT, before, me, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      CHECK(received == before * 1000 + round * 10 + me);
      if (round % 10 == 0) {
#pragma omp barrier
      }
    }
  }
  return end();
}
