// Columns of a matrix as a type of their own, in place operations and operations of the program's.
#include "rank_program.h"

enum { Size = 32 };
static double matrix[Size][Size], columns[Size];

static void longest(void *in, void *inout, int *count, MPI_Datatype *type) {
  for (int i = 0; i < *count; ++i)
    if (((int *)in)[i] > ((int *)inout)[i])
      ((int *)inout)[i] = ((int *)in)[i];
}

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_FUNNELED);
  MPI_Datatype column;
  MPI_Type_vector(Size, 1, Size, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  int next = (RANK + 1) % RANKS, before = (RANK + RANKS - 1) % RANKS;
#pragma omp parallel for collapse(2)
  for (int i = 0; i < Size; ++i)
    for (int k = 0; k < Size; ++k)
      matrix[i][k] = RANK * 10000 + i * 100 + k;
  for (int k = 0; k < Size; ++k) {
    MPI_Sendrecv(&matrix[0][k], 1, column, next, k, columns, Size, MPI_DOUBLE, before, k, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (int i = 0; i < Size; ++i)
      CHECK(columns[i] == before * 10000 + i * 100 + k);
  }
  MPI_Type_free(&column);
  int value = RANK * 3;
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(value == 3 * RANKS * (RANKS - 1) / 2);
  MPI_Op operation;
  MPI_Op_create(longest, 1, &operation);
  int mine = RANK, most = -1;
  MPI_Allreduce(&mine, &most, 1, MPI_INT, operation, MPI_COMM_WORLD);
  CHECK(most == RANKS - 1);
  MPI_Op_free(&operation);
  double replaced = RANK;
  MPI_Sendrecv_replace(&replaced, 1, MPI_DOUBLE, next, 1, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(replaced == before);
  return end();
}
