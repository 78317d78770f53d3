#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int level, rank, ranks;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double mine = 0, total;
#pragma omp parallel for reduction(+ : mine)
  for (int i = 1 + rank; i <= 1000000; i += ranks)
    mine += 1.0 / i;
  MPI_Reduce(&mine, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%d ranks: %.3f\n", ranks, total);
  MPI_Finalize();
}
