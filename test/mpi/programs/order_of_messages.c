// Messages of one tag between two ranks arrive in the order in which they were sent, whatever their length.
#include "rank_program.h"

enum { Messages = 200, Longest = 20000 };
static int buffer[Longest];

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_SERIALIZED);
  if (RANK % 2 == 0 && RANK + 1 < RANKS)
    for (int i = 0; i < Messages; ++i) {
      buffer[0] = i;
      int length = i % 7 == 0 ? Longest : 1 + i % 5;
      if (i % 3)
        MPI_Send(buffer, length, MPI_INT, RANK + 1, 5, MPI_COMM_WORLD);
      else
        MPI_Ssend(buffer, length, MPI_INT, RANK + 1, 5, MPI_COMM_WORLD);
    }
  if (RANK % 2 == 1)
    for (int i = 0; i < Messages; ++i) {
      MPI_Status status;
      if (i % 4 == 0) {
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_SOURCE == RANK - 1 && status.MPI_TAG == 5);
      }
      if (i % 4 == 1) {
        MPI_Message message;
        MPI_Mprobe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &message, &status);
        MPI_Mrecv(buffer, Longest, MPI_INT, &message, &status);
      } else {
        MPI_Recv(buffer, Longest, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
      }
      int count;
      MPI_Get_count(&status, MPI_INT, &count);
      CHECK(buffer[0] == i && count == (i % 7 == 0 ? Longest : 1 + i % 5));
    }
  return end();
}
