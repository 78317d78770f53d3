// stencil [POINTS] [ROUNDS]: heat in a rod, over the ranks of a job. A round is 200 steps: what a part of the rod needs
// for them is itself and 200 points on either side, which are computed twice. So a part travels once in a round.
#include "heat.h"

#include <tactus/cluster.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace cluster = tactus::cluster;

constexpr size_t Steps = 200, Least = 20 * Steps;

/// A part of the rod with the points beside it; of these there are fewer at the ends of the rod.
struct Part {
  Rod points{};
  size_t left = 0, right = 0;
  template <class Archive> void serialise(Archive &archive) { archive(points, left, right); }

  size_t size() const { return points.size() - left - right; }
  /// Of its own points [begin, end).
  Part cut(size_t begin, size_t end) const {
    size_t from = left + begin, to = left + end;
    Part part{{}, std::min(from, Steps), std::min(points.size() - to, Steps)};
    part.points.assign(points.begin() + static_cast<ptrdiff_t>(from - part.left),
                       points.begin() + static_cast<ptrdiff_t>(to + part.right));
    return part;
  }
};

/// The part's own points after a round.
static Rod advance(const Part &part) {
  if (part.size() >= 2 * Least) {
    size_t middle = part.size() / 2;
    auto [one, other] = cluster::par(cluster::call<advance>(part.cut(0, middle)),
                                     cluster::call<advance>(part.cut(middle, part.size())));
    one.insert(one.end(), other.begin(), other.end());
    return one;
  }
  Rod now = part.points, before = now;
  for (size_t count = 0; count < Steps; ++count)
    step(now, before);
  return Rod(now.begin() + static_cast<ptrdiff_t>(part.left), now.end() - static_cast<ptrdiff_t>(part.right));
}

int main(int argc, char **argv) {
  return cluster::run(argc, argv, [&] {
    size_t points = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 200000;
    int rounds = argc > 2 ? std::atoi(argv[2]) : 10;
    Rod rod = cold(points);
    for (int round = 0; round < rounds; ++round)
      rod = advance(Part{std::move(rod)});
    std::printf("%.6f\n", sum(rod));
  });
}
