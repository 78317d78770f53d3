// search [SEQUENCES]: the best match of a query among proteins, over the ranks of a job.
#include "sequences.h"

#include <tactus/cluster.hpp>

#include <cstdio>
#include <cstdlib>

namespace cluster = tactus::cluster;

struct Better {
  Hit operator()(const Hit &a, const Hit &b) const { return better(a, b); }
};

int main(int argc, char **argv) {
  return cluster::run(argc, argv, [&] {
    int count = argc > 1 ? std::atoi(argv[1]) : 20000;
    Hit best = cluster::transform_reduce(0, count, Hit{}, Better{}, cluster::call<match>(sequence(7).substr(0, 60)));
    std::printf("sequence %d, score %d\n", best.sequence, best.score);
  });
}
