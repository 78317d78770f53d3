// Iterations that wait for later ones: the first half receives what the second half sends. Requests, probes and
// communicators of their own wait in the same way.
// LENDS
// MANY
#include "rank_program.h"
#include <tactus/tactus.hpp>
#include <vector>

static void iterate(int half, void (*receive)(int, long &)) {
  std::vector<long> received(half, -1);
  tactus::parallel_for(0, 2 * half, [&](int i) {
    if (i < half)
      return receive(i, received[i]);
    long sent = RANK * 1000 + i;
    MPI_Send(&sent, 1, MPI_LONG, RANK, i - half, MPI_COMM_WORLD);
  });
  for (int i = 0; i < half; ++i)
    CHECK(received[i] == RANK * 1000 + i + half);
}

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_MULTIPLE);
  iterate(16, [](int i, long &value) { MPI_Recv(&value, 1, MPI_LONG, RANK, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE); });
  iterate(16, [](int i, long &value) {
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_LONG, RANK, i, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  });
  iterate(8, [](int i, long &value) {
    MPI_Probe(RANK, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_LONG, RANK, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
  iterate(8, [](int i, long &value) {
    MPI_Request request[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Irecv(&value, 1, MPI_LONG, RANK, i, MPI_COMM_WORLD, &request[1]);
    int index;
    MPI_Waitany(2, request, &index, MPI_STATUS_IGNORE);
    CHECK(index == 1);
  });
  return end();
}
