// Rank 0 hands pieces of work out to whoever asks, from any source; the others compute them by OpenMP's tasks.
#include "rank_program.h"

enum { Pieces = 40, Ask, Work, Stop };

static long fib(int n) {
  if (n < 2)
    return n;
  long a, b;
#pragma omp task shared(a)
  a = fib(n - 1);
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_SERIALIZED);
  if (RANK == 0) {
    long sum = 0;
    for (int given = 0, stopped = 0; stopped < RANKS - 1;) {
      long result;
      MPI_Status status;
      MPI_Recv(&result, 1, MPI_LONG, MPI_ANY_SOURCE, Ask, MPI_COMM_WORLD, &status);
      sum += result;
      int piece = given;
      if (given < Pieces)
        ++given;
      else
        ++stopped, piece = -1;
      MPI_Send(&piece, 1, MPI_INT, status.MPI_SOURCE, piece < 0 ? Stop : Work, MPI_COMM_WORLD);
    }
    CHECK(RANKS == 1 || sum == Pieces * 610L);
  } else {
    long result = 0;
    for (;;) {
      int piece;
      MPI_Status status;
      MPI_Send(&result, 1, MPI_LONG, 0, Ask, MPI_COMM_WORLD);
      MPI_Recv(&piece, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      if (status.MPI_TAG == Stop)
        break;
#pragma omp parallel
#pragma omp single
      result = fib(15);
    }
  }
  return end();
}
