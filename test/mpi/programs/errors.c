// Errors that a handler returns: the code, and what is as if nothing had happened.
#include "rank_program.h"

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_FUNNELED);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int value = 0, kind, result;
  MPI_Status status;
  result = MPI_Send(&value, 1, MPI_INT, RANKS, 0, MPI_COMM_WORLD);
  MPI_Error_class(result, &kind);
  CHECK(kind == MPI_ERR_RANK);
  result = MPI_Recv(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
  MPI_Error_class(result, &kind);
  CHECK(kind == MPI_ERR_COUNT);
  result = MPI_Bcast(&value, 1, MPI_INT, RANKS, MPI_COMM_WORLD);
  MPI_Error_class(result, &kind);
  CHECK(kind == MPI_ERR_ROOT);
  // A message that is longer than its buffer.
  int pair[2] = {1, 2};
  MPI_Request request;
  MPI_Isend(pair, 2, MPI_INT, RANK, 3, MPI_COMM_WORLD, &request);
  result = MPI_Recv(&value, 1, MPI_INT, RANK, 3, MPI_COMM_WORLD, &status);
  MPI_Error_class(result, &kind);
  CHECK(kind == MPI_ERR_TRUNCATE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  return end();
}
