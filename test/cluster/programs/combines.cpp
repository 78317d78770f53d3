// A reduction of one rank combines a loop's results in place, and in the same halves as the forks of several ranks.
#include "cluster_program.h"

#include <vector>

/// Tells in which halves it has been combined.
struct Halves {
  unsigned hash = 0, count = 0;
};

static Halves join(const Halves &one, const Halves &another) {
  return {(one.hash * 31 + 7) ^ (another.hash * 1000003u + one.count * 17 + another.count), one.count + another.count};
}

static Halves byForks(const Halves *results, std::uint64_t count) {
  if (count == 1)
    return *results;
  return join(byForks(results, count / 2), byForks(results + count / 2, count - count / 2));
}

int main(int argc, char **argv) {
  return cluster::run(argc, argv, [] {
    for (std::uint64_t count = 1; count <= 4096; ++count) {
      std::vector<Halves> results(count);
      for (std::uint64_t index = 0; index < count; ++index)
        results[index] = {static_cast<unsigned>(index * 2654435761u), 1};
      Halves expected = byForks(results.data(), count);
      Halves found = cluster::detail::combineHalves(results.data(), count, join);
      check(found.hash == expected.hash && found.count == expected.count, "halves of results");
    }
    return done();
  });
}
