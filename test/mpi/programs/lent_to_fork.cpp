// What is latent around a thread that waits goes on: the second branch sends what the first one waits for. Without a
// place that is lent, one worker would wait for ever.
// LENDS
#include "rank_program.h"
#include <tactus/tactus.hpp>

int main(int argc, char **argv) {
  begin(&argc, &argv, MPI_THREAD_MULTIPLE);
  for (int round = 0; round < 20; ++round) {
    int received = -1, sent = RANK * 100 + round;
    tactus::par([&] { MPI_Recv(&received, 1, MPI_INT, RANK, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); },
                [&] { MPI_Send(&sent, 1, MPI_INT, RANK, 1, MPI_COMM_WORLD); });
    CHECK(received == sent);
  }
  return end();
}
