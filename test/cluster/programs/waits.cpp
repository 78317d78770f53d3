// ALONE
// A strand that has to wait for another rank asks for a part of what it waits for soon, however slow the beat is.
#include "cluster_program.h"

#include <chrono>
#include <thread>

using Clock = std::chrono::steady_clock;

/// All ranks of a host have the same.
static double seconds() { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); }

static double first() {
  std::this_thread::sleep_for(std::chrono::milliseconds(2400));
  return seconds();
}

struct Begun {
  int rank = 0;
  double at = 0;
};

static Begun item(long) {
  Begun begun{cluster::rank(), seconds()};
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return begun;
}

static std::vector<Begun> rest() { return cluster::parallel_for(0L, 400L, cluster::call<item>()); }

int main(int argc, char **argv) {
  // Only of the beat between ranks: two seconds. The rest leaves with it, and the first branch ends 0.4 s later.
  setenv("TACTUS_HEARTBEAT_US", "20000", 1);
  return cluster::run(argc, argv, [] {
    // Others would ask before.
    if (cluster::size() != 2 || std::getenv("TACTUS_PROMOTE") || std::getenv("TACTUS_CHAOS"))
      return done();
    auto [end, items] = cluster::par(cluster::call<first>(), cluster::call<rest>());
    double soonest = 1e9;
    for (const Begun &begun : items)
      if (begun.rank == 0)
        soonest = std::min(soonest, begun.at - end);
    check(items[0].rank == 1, "the rest has left");
    check(soonest < 1, "the strand that waits has got a part of it");
    return done();
  });
}
