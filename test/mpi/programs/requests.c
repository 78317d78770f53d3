// Waitall, Waitany, Waitsome and Wait over many requests, some of them null or persistent.
#include "rank_program.h"

enum { Messages = 40 };
static int sent[Messages], received[Messages];

static void start(MPI_Request *requests, int round) {
  int next = (RANK + 1) % RANKS, before = (RANK + RANKS - 1) % RANKS;
  for (int i = 0; i < Messages; ++i) {
    sent[i] = RANK * 10000 + round * 100 + i;
    received[i] = -1;
    MPI_Irecv(&received[i], 1, MPI_INT, before, i, MPI_COMM_WORLD, &requests[i]);
  }
  for (int i = 0; i < Messages; ++i)
    MPI_Isend(&sent[i], 1, MPI_INT, next, i, MPI_COMM_WORLD, &requests[Messages + i]);
}

static void check(int round) {
  int before = (RANK + RANKS - 1) % RANKS;
  for (int i = 0; i < Messages; ++i)
    CHECK(received[i] == before * 10000 + round * 100 + i);
}

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_FUNNELED);
  MPI_Request requests[2 * Messages + 1];
  MPI_Status statuses[2 * Messages + 1];
  int indices[2 * Messages];
  start(requests, 0);
  requests[2 * Messages] = MPI_REQUEST_NULL;
  MPI_Waitall(2 * Messages + 1, requests, statuses);
  for (int i = 0; i < Messages; ++i)
    CHECK(statuses[i].MPI_TAG == i);
  check(0);
  start(requests, 1);
  for (int i = 0; i < 2 * Messages; ++i) {
    int index;
    MPI_Status status;
    MPI_Waitany(2 * Messages, requests, &index, &status);
    CHECK(index >= 0 && index < 2 * Messages && requests[index] == MPI_REQUEST_NULL);
    CHECK(index >= Messages || status.MPI_TAG == index);
  }
  int index;
  MPI_Waitany(2 * Messages, requests, &index, MPI_STATUS_IGNORE);
  CHECK(index == MPI_UNDEFINED);
  check(1);
  start(requests, 2);
  for (int left = 2 * Messages; left > 0;) {
    int found;
    MPI_Waitsome(2 * Messages, requests, &found, indices, MPI_STATUSES_IGNORE);
    CHECK(found > 0);
    left -= found > 0 ? found : left;
  }
  int found;
  MPI_Waitsome(2 * Messages, requests, &found, indices, MPI_STATUSES_IGNORE);
  CHECK(found == MPI_UNDEFINED);
  check(2);
  int value = RANK, other = -1;
  MPI_Request pair[2];
  MPI_Send_init(&value, 1, MPI_INT, (RANK + 1) % RANKS, 7, MPI_COMM_WORLD, &pair[0]);
  MPI_Recv_init(&other, 1, MPI_INT, (RANK + RANKS - 1) % RANKS, 7, MPI_COMM_WORLD, &pair[1]);
  for (int round = 0; round < 3; ++round) {
    MPI_Startall(2, pair);
    MPI_Wait(&pair[1], MPI_STATUS_IGNORE);
    MPI_Wait(&pair[0], MPI_STATUS_IGNORE);
    CHECK(other == (RANK + RANKS - 1) % RANKS);
  }
  MPI_Request_free(&pair[0]);
  MPI_Request_free(&pair[1]);
  return end();
}
