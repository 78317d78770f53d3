// Iterations that call MPI one at a time, under critical: MPI_THREAD_SERIALIZED.
#include "rank_program.h"

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_SERIALIZED);
  long sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
  for (int i = 0; i < 60; ++i) {
    long mine = count_up(1000 + i), other = 0;
#pragma omp critical
    {
      MPI_Request request;
      MPI_Isend(&mine, 1, MPI_LONG, RANK, i, MPI_COMM_WORLD, &request);
      MPI_Recv(&other, 1, MPI_LONG, RANK, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    sum += other;
  }
  long expected = 0;
  for (long i = 1000; i < 1060; ++i)
    expected += i * (i + 1) / 2;
  CHECK(sum == expected);
  return end();
}
