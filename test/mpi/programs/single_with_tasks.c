// Tasks that compute beside one that receives; and tasks that each exchange a message: MPI_THREAD_MULTIPLE.
#include "rank_program.h"

enum { Tasks = 12 };

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_MULTIPLE);
  int next = (RANK + 1) % RANKS, before = (RANK + RANKS - 1) % RANKS;
  static long results[Tasks], received[Tasks];
  for (int round = 0; round < 5; ++round) {
#pragma omp parallel
#pragma omp single
    for (int t = 0; t < Tasks; ++t) {
#pragma omp task
      {
        MPI_Request request;
        long sent = RANK * 100 + t;
        MPI_Isend(&sent, 1, MPI_LONG, next, t, MPI_COMM_WORLD, &request);
        MPI_Recv(&received[t], 1, MPI_LONG, before, t, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
      }
#pragma omp task
      results[t] = count_up(10000 + t);
    }
    for (long t = 0; t < Tasks; ++t) {
      CHECK(received[t] == before * 100 + t);
      CHECK(results[t] == (10000 + t) * (10001 + t) / 2);
    }
  }
  return end();
}
