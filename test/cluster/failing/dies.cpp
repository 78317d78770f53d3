// A rank dies, of several causes, while it holds a piece. The first branch waits for what never comes.
#include "../programs/cluster_program.h"

#include <csignal>
#include <new>

static bool memoryIsFull = false;

struct Refused {
  int value = 0;
  template <class Archive> void serialise(Archive &archive) {
    archive(value);
    if constexpr (std::same_as<Archive, cluster::detail::Reader>) {
      if (memoryIsFull)
        throw std::bad_alloc();
      archive(value); // which nobody has written
    }
  }
};

static int wait() {
  while (true)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return 0;
}
static Refused die(const std::string &how) {
  if (cluster::rank() == 0)
    wait();
  if (how == "signal")
    std::raise(SIGKILL);
  if (how == "exit")
    std::_Exit(3);
  return {};
}

int main(int argc, char **argv) {
  memoryIsFull = std::string(argv[1]) == "memory";
  if (std::string(argv[1]) == "level") {
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    // Some give more than they are asked for.
    if (level >= MPI_THREAD_SERIALIZED)
      return 77;
  }
  return cluster::run(argc, argv,
                      [&] { cluster::par(cluster::call<wait>(), cluster::call<die>(std::string(argv[1]))); });
}
