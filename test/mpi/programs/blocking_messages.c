// Blocking messages in every mode of sending, short and long, between neighbours; loops of OpenMP's between them.
#include "rank_program.h"

enum { Length = 1 << 16 };
static double sent[Length], received[Length];

static void check(const MPI_Status *status, int length, int source, int tag) {
  int count, wrong = 0;
  MPI_Get_count(status, MPI_DOUBLE, &count);
  CHECK(count == length && status->MPI_SOURCE == source && status->MPI_TAG == tag);
#pragma omp parallel for reduction(+ : wrong)
  for (int i = 0; i < length; ++i)
    wrong += received[i] != source * 1000.0 + tag + i;
  CHECK(wrong == 0);
}

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_FUNNELED);
  int next = (RANK + 1) % RANKS, before = (RANK + RANKS - 1) % RANKS;
  for (int round = 0; round < 8; ++round) {
    int length = round % 2 ? Length : 10;
#pragma omp parallel for
    for (int i = 0; i < length; ++i)
      sent[i] = RANK * 1000.0 + round + i;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    if (round < 6)
      MPI_Irecv(received, length, MPI_DOUBLE, before, round, MPI_COMM_WORLD, &request);
    if (round < 2)
      MPI_Send(sent, length, MPI_DOUBLE, next, round, MPI_COMM_WORLD);
    else if (round < 4)
      MPI_Ssend(sent, length, MPI_DOUBLE, next, round, MPI_COMM_WORLD);
    else if (round < 6)
      MPI_Rsend(sent, RANKS == 1 ? length : 0, MPI_DOUBLE, RANKS == 1 ? 0 : MPI_PROC_NULL, round, MPI_COMM_WORLD);
    if (round >= 4 && round < 6 && RANKS > 1)
      MPI_Send(sent, length, MPI_DOUBLE, next, round, MPI_COMM_WORLD);
    if (round < 6)
      MPI_Wait(&request, &status);
    else
      MPI_Sendrecv(sent, length, MPI_DOUBLE, next, round, received, length, MPI_DOUBLE, before, round, MPI_COMM_WORLD,
                   &status);
    check(&status, length, before, round);
  }
  return end();
}
