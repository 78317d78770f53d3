// Exceptions from every leaf, in the first and in the second branch, through promoted and unpromoted frames, with
// destructors, handlers and rethrows on the way. What is counted does not depend on who runs what.
#include "support.h"
#include <atomic>
#include <stdexcept>
#include <tactus/tactus.hpp>

static std::atomic<long> alive{0};
struct Guard {
  Guard() { ++alive; }
  ~Guard() { --alive; }
};

struct Tree {
  int throwAt;
  bool catchInside;
  // Numbers of leaves are those of a walk from left to right.
  long walk(int depth, int first) {
    Guard guard;
    if (depth == 0) {
      if (first == throwAt)
        throw std::runtime_error(std::to_string(first));
      return first;
    }
    int half = 1 << (depth - 1);
    if (!catchInside || depth != 4) {
      auto [a, b] = tactus::par([&] { return walk(depth - 1, first); }, [&] { return walk(depth - 1, first + half); });
      return a + b;
    }
    try {
      auto [a, b] = tactus::par(
          [&] {
            Guard inner;
            return walk(depth - 1, first);
          },
          [&] {
            Guard inner;
            return walk(depth - 1, first + half);
          });
      return a + b;
    } catch (const std::runtime_error &error) {
      return std::stol(error.what()) * 1000;
    }
  }
};

static long twice(int n) noexcept {
  auto [a, b] = tactus::par(
      [&] {
        try {
          return Tree{n, false}.walk(5, 0);
        } catch (...) {
          return -1L;
        }
      },
      [&] {
        try {
          return Tree{n + 1, false}.walk(5, 0);
        } catch (...) {
          return -2L;
        }
      });
  return a * 10 + b;
}

int main() {
  uint64_t hash = 0;
  for (int at = -1; at < 128; ++at)
    for (bool inside : {false, true}) {
      try {
        hash = mix(hash, uint64_t(Tree{at, inside}.walk(7, 0)));
      } catch (const std::runtime_error &error) {
        hash = mix(hash, uint64_t(std::stol(error.what()) + 77));
      }
      if (alive != 0)
        std::printf("%ld objects left after %d\n", alive.load(), at);
    }
  show("trees", hash);
  for (int n = -3; n < 34; ++n)
    hash = mix(hash, uint64_t(twice(n)));
  show("noexcept", hash);
  // If both throw, the first in program order arrives.
  for (int round = 0; round < 50; ++round)
    try {
      tactus::par([&] { Tree{round % 32, false}.walk(5, 0); }, [&] { throw std::logic_error("second"); });
    } catch (const std::logic_error &) {
      std::puts("wrong exception");
    } catch (const std::runtime_error &error) {
      hash = mix(hash, uint64_t(std::stol(error.what())));
    }
  show("first wins", hash);
}
