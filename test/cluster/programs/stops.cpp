// A loop that is told to stop ends early, in all ranks, and what has been done is there.
#include "cluster_program.h"

static int slow(int index) {
  work(400000);
  return index + 1;
}

int main(int argc, char **argv) {
  return cluster::run(argc, argv, [] {
    std::stop_source source;
    auto all = cluster::parallel_for(0, 50, cluster::call<slow>(), source.get_token());
    bool holds = true;
    for (int index = 0; index < 50; ++index)
      holds = holds && all[static_cast<size_t>(index)] == index + 1;
    check(holds, "nobody stops");
    std::thread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      source.request_stop();
    });
    // A year, without the stop.
    auto some = cluster::parallel_for(0, 10000000, cluster::call<slow>(), source.get_token());
    stopper.join();
    holds = some.size() == 10000000;
    for (size_t index = 0; holds && index < some.size(); ++index)
      holds = some[index] == 0 || some[index] == static_cast<int>(index) + 1;
    check(holds, "each is done, or as it was");
    int sum = cluster::transform_reduce(0, 1000, 0, std::plus<int>(), cluster::call<slow>(), source.get_token());
    check(sum == 0, "stopped before it began");
    return done();
  });
}
