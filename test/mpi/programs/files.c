// All ranks write one file and read what their neighbour has written, alone and together.
#include "rank_program.h"
#include <unistd.h>

enum { Length = 1000 };
static int mine[Length], other[Length];

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_FUNNELED);
  char name[64] = "";
  if (RANK == 0)
    snprintf(name, sizeof name, "ranks-%d.data", (int)getpid());
  MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
#pragma omp parallel for
  for (int i = 0; i < Length; ++i)
    mine[i] = RANK * 10000 + i;
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_Offset bytes = Length * sizeof(int);
  for (int round = 0; round < 3; ++round) {
    if (round % 2)
      MPI_File_write_at(file, RANK * bytes, mine, Length, MPI_INT, MPI_STATUS_IGNORE);
    else
      MPI_File_write_at_all(file, RANK * bytes, mine, Length, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    int next = (RANK + 1) % RANKS;
    MPI_File_read_at_all(file, next * bytes, other, Length, MPI_INT, MPI_STATUS_IGNORE);
    int wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
    for (int i = 0; i < Length; ++i)
      wrong += other[i] != next * 10000 + i;
    CHECK(wrong == 0);
  }
  MPI_File_close(&file);
  return end();
}
