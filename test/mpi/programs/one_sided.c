// One-sided communication: fences, locks, and start, post, complete and wait.
#include "rank_program.h"

enum { Length = 100 };

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_FUNNELED);
  long *memory, values[Length];
  MPI_Win window;
  MPI_Win_allocate(Length * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  int next = (RANK + 1) % RANKS, before = (RANK + RANKS - 1) % RANKS;
#pragma omp parallel for
  for (int i = 0; i < Length; ++i)
    values[i] = RANK * 1000 + i;
  MPI_Win_fence(0, window);
  MPI_Put(values, Length, MPI_LONG, next, 0, Length, MPI_LONG, window);
  MPI_Win_fence(0, window);
  for (int i = 0; i < Length; ++i)
    CHECK(memory[i] == before * 1000 + i);
  MPI_Win_fence(0, window);
  memory[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  long one = 1;
  for (int round = 0; round < 10; ++round) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, window);
    MPI_Win_unlock(0, window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  long sum = -1;
  MPI_Fetch_and_op(&one, &sum, MPI_LONG, 0, 0, MPI_NO_OP, window);
  MPI_Win_flush(0, window);
  MPI_Win_unlock_all(window);
  CHECK(sum == 10L * RANKS);
  MPI_Win_free(&window);
  return end();
}
