// search_mpi [SEQUENCES]: the same by MPI: each rank takes an equal share of the sequences.
#include "sequences.h"

#include <mpi.h>

#include <cstdio>
#include <cstdlib>

static void combine(void *from, void *to, int *count, MPI_Datatype *) {
  for (int index = 0; index < *count; ++index)
    static_cast<Hit *>(to)[index] = better(static_cast<Hit *>(from)[index], static_cast<Hit *>(to)[index]);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int count = argc > 1 ? std::atoi(argv[1]) : 20000;
  std::string query = sequence(7).substr(0, 60);
  Hit mine, best;
  for (long index = long{count} * rank / ranks; index < long{count} * (rank + 1) / ranks; ++index)
    mine = better(mine, match(query, static_cast<int>(index)));
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Op operation = MPI_OP_NULL;
  MPI_Op_create(combine, /*commutes=*/0, &operation);
  MPI_Reduce(&mine, &best, 1, type, operation, 0, MPI_COMM_WORLD);
  MPI_Op_free(&operation);
  MPI_Type_free(&type);
  if (rank == 0)
    std::printf("sequence %d, score %d\n", best.sequence, best.score);
  MPI_Finalize();
}
