//===- hybrid.cpp - ranks that compute by threads and exchange their edges ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     mpirun -n RANKS hybrid    rank 0 prints a sum, and on stderr the seconds that it took
//
//===----------------------------------------------------------------------===//
#include <chrono>
#include <cstdio>
#include <mpi.h>
#include <vector>

int main(int argc, char **argv) {
  constexpr int Length = 200'000, Steps = 500;
  int level, rank, ranks;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::vector<double> old(Length + 2), next(Length + 2);
  old[0] = rank == 0;
  int below = rank ? rank - 1 : MPI_PROC_NULL, above = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  MPI_Barrier(MPI_COMM_WORLD);
  auto began = std::chrono::steady_clock::now();
  for (int step = 0; step < Steps; ++step) {
    MPI_Sendrecv(&old[Length], 1, MPI_DOUBLE, above, 0, &old[0], 1, MPI_DOUBLE, below, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(&old[1], 1, MPI_DOUBLE, below, 1, &old[Length + 1], 1, MPI_DOUBLE, above, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    old[0] = rank ? old[0] : 1;
#pragma omp parallel for
    for (int i = 1; i <= Length; ++i)
      next[i] = (old[i - 1] + 2 * old[i] + old[i + 1]) / 4;
#pragma omp parallel for
    for (int i = 1; i <= Length; ++i)
      old[i] = next[i];
  }
  double mine = 0, sum;
#pragma omp parallel for reduction(+ : mine)
  for (int i = 1; i <= Length; ++i)
    mine += old[i];
  MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  if (rank == 0) {
    std::printf("%.6f\n", sum);
    std::fprintf(stderr, "%.6f\n", took.count());
  }
  MPI_Finalize();
}
