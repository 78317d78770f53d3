//===- graph_rounds.h - numbers of vertices that change until none does ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef BENCH_GRAPH_ROUNDS_H
#define BENCH_GRAPH_ROUNDS_H

#include <cstdint>
#include <vector>

/// A number for each vertex, and whether the last round has changed it.
struct ChangingNumbers {
  std::vector<uint32_t> now, next;
  std::vector<uint8_t> changed, nextChanged;

  void resize(size_t vertices) {
    now.resize(vertices);
    next.resize(vertices);
    changed.resize(vertices);
    nextChanged.resize(vertices);
  }

  /// Repeats `round`, which fills `next` and `nextChanged` and returns how many numbers it has changed.
  template <class Round> void untilStable(Round round) {
    size_t count;
    do {
      count = round();
      now.swap(next);
      changed.swap(nextChanged);
    } while (count);
  }
};

#endif // BENCH_GRAPH_ROUNDS_H
