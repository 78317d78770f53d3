// ALONE
// A call that never polls: what is latent beside it goes to another rank while it runs. No beat comes before the fork.
#include "cluster_program.h"

static int leaf() {
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  return static_cast<int>(cluster::rank());
}

int main(int argc, char **argv) {
  return cluster::run(argc, argv, [] {
    auto [one, other] = cluster::par(cluster::call<leaf>(), cluster::call<leaf>());
    check(cluster::size() == 1 || one != other, "a leaf has left");
    return done();
  });
}
