// Captures and results that MPI would count in parts: they are cut into parts here.
#include "cluster_program.h"

#include <numeric>

static std::vector<long> doubled(const std::vector<long> &values, int times) {
  work(100000);
  std::vector<long> result = values;
  for (long &value : result)
    value *= times;
  return result;
}

int main(int argc, char **argv) {
  cluster::detail::Transport::partBytes = 1000;
  return cluster::run(argc, argv, [] {
    std::vector<long> values(20000);
    std::iota(values.begin(), values.end(), 0);
    auto [two, three] = cluster::par(cluster::call<doubled>(values, 2), cluster::call<doubled>(values, 3));
    check(two == doubled(values, 2) && three == doubled(values, 3), "long captures");
    auto all = cluster::parallel_for(0, 60, cluster::call<doubled>(values));
    for (int times = 0; times < 60; ++times)
      check(all[static_cast<size_t>(times)][777] == 777 * times, "long results");
    return done();
  });
}
