// stencil_mpi [POINTS] [ROUNDS]: the same by MPI: each rank has a part of the rod, and gets the points beside it at
// each step.
#include "heat.h"

#include <mpi.h>

#include <cstdio>
#include <cstdlib>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  long points = argc > 1 ? std::atol(argv[1]) : 200000;
  int steps = 200 * (argc > 2 ? std::atoi(argv[2]) : 10);
  int below = rank > 0 ? rank - 1 : MPI_PROC_NULL, above = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  // Own points, and one of a neighbour on either side where there is one.
  long begin = points * rank / ranks, end = points * (rank + 1) / ranks;
  size_t own = static_cast<size_t>(end - begin), left = rank > 0;
  Rod now(own + left + (rank + 1 < ranks)), before;
  if (rank == 0)
    now.front() = 1;
  before = now;
  for (int count = 0; count < steps; ++count) {
    MPI_Sendrecv(&now[left + own - 1], 1, MPI_DOUBLE, above, 0, now.data(), 1, MPI_DOUBLE, below, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(&now[left], 1, MPI_DOUBLE, below, 1, &now.back(), 1, MPI_DOUBLE, above, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    step(now, before);
  }
  double mine = 0, total = 0;
  for (size_t point = 0; point < own; ++point)
    mine += now[left + point];
  MPI_Reduce(&mine, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%.6f\n", total);
  MPI_Finalize();
}
