// ALONE
// A strand that has to wait for another rank asks for a part of what it waits for soon, however slow the beat is.
#include "cluster_program.h"

#include <algorithm>
#include <chrono>
#include <thread>

using std::chrono::milliseconds;

static int first() {
  std::this_thread::sleep_for(milliseconds(2400));
  return 0;
}

static int item(long) {
  std::this_thread::sleep_for(milliseconds(10));
  return cluster::rank();
}

static std::vector<int> rest() { return cluster::parallel_for(0L, 130L, cluster::call<item>()); }

int main(int argc, char **argv) {
  // Only of the beat between ranks: two seconds. The rest leaves with the first, 0.4 s later the first branch is done,
  // and before the second beat one rank alone has done all of the rest.
  setenv("TACTUS_HEARTBEAT_US", "20000", 1);
  return cluster::run(argc, argv, [] {
    // Others would ask before.
    if (cluster::size() != 2 || std::getenv("TACTUS_PROMOTE") || std::getenv("TACTUS_CHAOS"))
      return done();
    auto [end, ranks] = cluster::par(cluster::call<first>(), cluster::call<rest>());
    check(end == 0 && ranks[0] == 1, "the rest has left");
    check(std::count(ranks.begin(), ranks.end(), 0) > 0, "the strand that waits has got a part of it");
    return done();
  });
}
