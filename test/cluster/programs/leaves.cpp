// ALONE
// Leaves that never poll, deep in a recursion whose forks take no time: what is latent around the first of them goes to
// other ranks while it runs.
#include "cluster_program.h"

/// The ranks that have had leaves, as bits.
static unsigned leaves(int depth) {
  if (depth == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return 1u << cluster::rank();
  }
  auto [here, there] = cluster::par(cluster::call<leaves>(depth - 1), cluster::call<leaves>(depth - 1));
  return here | there;
}

int main(int argc, char **argv) {
  return cluster::run(argc, argv, [] {
    unsigned ranks = leaves(4);
    check(cluster::size() == 1 || (ranks & (ranks - 1)) != 0, "leaves have left");
    return done();
  });
}
