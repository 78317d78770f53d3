// FORKS branch
// Exceptions arrive with their own types, the first in order, also from other ranks.
#include "cluster_program.h"

struct OwnError {
  int value;
};

static int throwing(int which, int index) {
  work(20000);
  if (index >= which)
    throw OwnError{index};
  return index;
}

static int branch(int depth, int number, int bad) {
  if (depth == 0) {
    work(20000);
    if (number >= bad)
      throw std::out_of_range(std::to_string(number));
    return number;
  }
  auto [a, b] = cluster::par(cluster::call<branch>(depth - 1, 2 * number, bad),
                             cluster::call<branch>(depth - 1, 2 * number + 1, bad));
  return a + b;
}

static int caught(int depth, int bad) {
  try {
    return branch(depth, 0, bad);
  } catch (const std::out_of_range &problem) {
    return -std::stoi(problem.what());
  }
}

/// Throws at every seventh index from 9002 on.
static long sometimes(int index) {
  if (index >= 9000 && index % 7 == 0)
    throw OwnError{index};
  return index;
}

/// Which iteration of a sum threw.
static int thrownOf(int count) {
  try {
    return static_cast<int>(
        cluster::transform_reduce(0, count, 0L, std::plus<long>(), cluster::call<sometimes>()) >= 0 ? 0 : -1);
  } catch (const OwnError &error) {
    return error.value;
  }
}

int main(int argc, char **argv) {
  return cluster::run(argc, argv, [] {
    for (int bad : {0, 1, 17, 40, 63})
      check(caught(6, bad) == -bad, "the first that throws");
    check(caught(6, 64) == 63 * 64 / 2, "nobody throws");
    for (int which : {0, 7, 199}) {
      int value = -1;
      try {
        cluster::parallel_for(0, 200, cluster::call<throwing>(which));
      } catch (const OwnError &error) {
        value = error.value;
      }
      check(value == which, "a class of the program's own");
    }
    // Parts of a sum that are computed side by side.
    for (int count : {9100, 13000, 20000, 100000})
      check(thrownOf(count) == 9002, "the first iteration of a sum that throws");
    // In a piece, which has a handler of its own.
    auto inside = cluster::parallel_for(0, 20, cluster::call<[](int index) { return caught(3, index % 9); }>());
    for (int index = 0; index < 20; ++index)
      check(inside[static_cast<size_t>(index)] == (index % 9 == 8 ? 28 : -(index % 9)), "handled in a piece");
    return done();
  });
}
