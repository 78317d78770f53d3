// A look finds a message that has arrived, also if MPI has not been called since.
#include "cluster_program.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

using cluster::detail::Message, cluster::detail::Transport;

/// In the folder of the job.
static const char *const sent = "sent";

static void send(Transport &transport) {
  transport.send(0, Message{.piece = 7});
  while (transport.isSending())
    std::this_thread::yield();
  std::ofstream file(sent);
}

static void receive(Transport &transport) {
  // Not by MPI, which would take note of the message.
  while (!std::filesystem::exists(sent))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  auto arrived = transport.receive();
  check(arrived && arrived->first == 1 && arrived->second.piece == 7, "the message has been seen at once");
  while (!arrived)
    arrived = transport.receive();
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  {
    Transport transport;
    rank = transport.rank();
    if (transport.size() > 1 && rank == 1)
      send(transport);
    if (transport.size() > 1 && rank == 0)
      receive(transport);
  }
  MPI_Finalize();
  return rank == 0 ? done() : 0;
}
