// ALONE
// Work goes to other ranks by itself, as far as there are any: each branch waits for what the last one does, and a rank
// of one worker has one branch at a time. In one rank nobody waits.
#include "cluster_program.h"

#include <filesystem>

namespace fs = std::filesystem;

static int waitFor(const std::string &file) {
  while (cluster::size() > 1 && !fs::exists(file))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return cluster::rank();
}

static int make(const std::string &file) {
  std::fclose(std::fopen(file.c_str(), "w"));
  return cluster::rank();
}

/// Ranks that hold a branch each at the same time: each waits until the last one has made its file.
static int chain(const std::string &file, int others) {
  if (others == 0)
    return make(file);
  auto [here, there] = cluster::par(cluster::call<waitFor>(file), cluster::call<chain>(file, others - 1));
  return here * 10 + there;
}

int main(int argc, char **argv) {
  return cluster::run(argc, argv, [] {
    std::string file = "spreads." + std::to_string(getpid());
    int where = chain(file, cluster::size() - 1);
    fs::remove(file);
    check(cluster::size() == 1 || where % 10 != 0, "branches have left");
    return done();
  });
}
