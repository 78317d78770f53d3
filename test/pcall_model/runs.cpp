//===- runs.cpp - programs of the model, on libtactus --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The programs of runs.py, fork by fork the same, as any compiler compiles the header: forks are explicit records.
// Every fork is logged, so the log of a run (TACTUS_EVENTS) can be followed in the model. Prints what the model calls
// the outcome.
//
//     runs PROGRAM WORK        WORK: turns of a loop in each leaf, so that beats fall due
//
//===----------------------------------------------------------------------===//
#define TACTUS_LOG_FORKS
#include "tactus/tactus.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

struct Error {
  long value;
};

long turns;

long leaf(long value) {
  for (volatile long turn = 0; turn < turns; turn = turn + 1)
    ;
  return value;
}

long fib(long n) {
  if (n < 2)
    return leaf(n);
  auto [a, b] = tactus::par([=] { return fib(n - 1); }, [=] { return fib(n - 2); });
  return a + b;
}

/// A tree whose leaves 19 and 27 throw.
long tree(long node, long depth) {
  if (depth == 0) {
    leaf(node);
    if (node == 19 || node == 27)
      throw Error{node};
    return node;
  }
  auto [l, r] = tactus::par([=] { return tree(2 * node, depth - 1); }, [=] { return tree(2 * node + 1, depth - 1); });
  return l + r;
}

/// Each level handles what the levels below have thrown, and throws again if that was much.
long guarded(long node, long depth) {
  if (depth == 0) {
    leaf(node);
    if (node % 3 == 0)
      throw Error{node};
    return node;
  }
  try {
    auto [l, r] =
        tactus::par([=] { return guarded(2 * node, depth - 1); }, [=] { return guarded(2 * node + 1, depth - 1); });
    return l + r;
  } catch (const Error &error) {
    if (40 < error.value)
      throw Error{error.value - 30};
    return 2 * error.value;
  }
}

long loop(long i, long n) {
  if (!(i < n))
    return 0;
  auto [a, b] = tactus::par([=] { return leaf(i); }, [=] { return loop(i + 1, n); });
  return a + 2 * b;
}

/// Loops inside forks inside loops, with one iteration that throws: not a program of the model, which has no loops.
long mixed() {
  long sums[8] = {};
  tactus::parallel_for(0, 8, [&](int i) {
    long caught = 0;
    auto [a, b] = tactus::par(
        [&] {
          return tactus::parallel_reduce(
              0, 20, 0L, [](int j) { return leaf(j); }, [](long x, long y) { return x + y; });
        },
        [=] { return fib(i); });
    try {
      tactus::parallel_for(0, 12, [=](int j) {
        leaf(j);
        if (j == 7)
          throw Error{j};
      });
    } catch (const Error &error) {
      caught = error.value;
    }
    sums[i] = a + b + caught;
  });
  long sum = 0;
  for (long part : sums)
    sum += part;
  return sum;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: runs fib|tree|caught|guarded|loop|mixed WORK\n");
    return 2;
  }
  turns = atol(argv[2]);
  const char *program = argv[1];
  try {
    long value = 0;
    if (!strcmp(program, "fib"))
      value = fib(9);
    else if (!strcmp(program, "tree"))
      value = tree(1, 4);
    else if (!strcmp(program, "guarded"))
      value = guarded(1, 5);
    else if (!strcmp(program, "loop"))
      value = loop(0, 20);
    else if (!strcmp(program, "mixed"))
      value = mixed();
    else if (!strcmp(program, "caught"))
      try {
        value = tree(1, 4);
      } catch (const Error &error) {
        value = error.value + fib(6);
      }
    printf("result %ld\n", value);
  } catch (const Error &error) {
    printf("exception %ld\n", error.value);
  }
}
