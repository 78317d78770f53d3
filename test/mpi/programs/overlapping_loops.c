// Messages that are under way while loops compute, as hybrid programs hide them; and a nest of loops.
#include "rank_program.h"

enum { Length = 300000 };
static double left[Length], right[Length], middle[Length];

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_FUNNELED);
  int next = (RANK + 1) % RANKS, before = (RANK + RANKS - 1) % RANKS;
  for (int round = 0; round < 4; ++round) {
    MPI_Request requests[2];
    MPI_Irecv(left, Length, MPI_DOUBLE, before, 0, MPI_COMM_WORLD, &requests[0]);
#pragma omp parallel for
    for (int i = 0; i < Length; ++i)
      right[i] = RANK + i * 0.5;
    MPI_Isend(right, Length, MPI_DOUBLE, next, 0, MPI_COMM_WORLD, &requests[1]);
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 300; ++i)
      for (int k = 0; k < 1000; ++k)
        sum += middle[i * 1000 + k] = i + k;
    CHECK(sum == 300.0 * 1000 * (149.5 + 499.5));
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    int wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
    for (int i = 0; i < Length; ++i)
      wrong += left[i] != before + i * 0.5;
    CHECK(wrong == 0);
  }
  return end();
}
