// stencil [POINTS] [ROUNDS]: heat in a rod, whose parts stay in the ranks of a job. A round is 200 steps. What a part
// needs for them is itself and 200 points on either side, which are computed twice: so parts meet once in a round.
#include "heat.h"

#include <tactus/cluster.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace cluster = tactus::cluster;

constexpr size_t Steps = 200, Least = 20 * Steps;

static Rod coldPart(size_t points, size_t parts, size_t part) {
  Rod rod(points * (part + 1) / parts - points * part / parts);
  if (part == 0)
    rod.front() = 1;
  return rod;
}

/// A part after a round.
static Rod advance(size_t parts, size_t part, const cluster::elements<Rod> &rod) {
  constexpr auto Beside = static_cast<ptrdiff_t>(Steps);
  ptrdiff_t left = part > 0 ? Beside : 0, right = part + 1 < parts ? Beside : 0;
  Rod now = rod[part];
  if (left)
    now.insert(now.begin(), rod[part - 1].end() - left, rod[part - 1].end());
  if (right)
    now.insert(now.end(), rod[part + 1].begin(), rod[part + 1].begin() + right);
  Rod before = now;
  for (size_t count = 0; count < Steps; ++count)
    step(now, before);
  return Rod(now.begin() + left, now.end() - right);
}

static double sumOfPart(size_t part, const cluster::elements<Rod> &rod) { return sum(rod[part]); }

int main(int argc, char **argv) {
  return cluster::run(argc, argv, [&] {
    size_t points = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 200000;
    int rounds = argc > 2 ? std::atoi(argv[2]) : 10;
    size_t parts = std::max(points / Least, size_t{1});
    cluster::array<Rod> rod(parts), next(parts);
    cluster::assign(rod, cluster::call<coldPart>(points, parts));
    for (int round = 0; round < rounds; ++round) {
      cluster::assign(next, cluster::call<advance>(parts), cluster::reads(rod, 1));
      std::swap(rod, next);
    }
    std::printf("%.6f\n",
                cluster::transform_reduce(0.0, std::plus<double>(), cluster::call<sumOfPart>(), cluster::reads(rod)));
  });
}
