//===- runs.cpp - programs of the model, on libtactus --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The programs of runs.py, written with explicit latent records, fork by fork the same. Every fork is logged, so the log
// of a run (TACTUS_EVENTS) can be followed in the model. Prints what the model calls the outcome.
//
//     runs PROGRAM WORK        WORK: turns of a loop in each leaf, so that beats fall due
//
//===----------------------------------------------------------------------===//
#include "tactus/latent.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

namespace {

struct Error {
  long value;
};

/// What a part that ran elsewhere leaves in its result area.
struct Outcome {
  long value;
  bool threw;
};

template <typename Part> void runPart(const uint64_t *environment, void *result) {
  Part part = *reinterpret_cast<const Part *>(environment);
  auto *outcome = static_cast<Outcome *>(result);
  try {
    *outcome = {part(), false};
  } catch (const Error &error) {
    *outcome = {error.value, true};
  }
}

tactus_fork_record *pop(tactus_latent &latent) {
  tactus_log_fork(&latent, 0);
  if (latent.special)
    return tactus_latent_pop(&latent);
  tactus_latent_top = latent.older;
  return nullptr;
}

/// The results of both branches. `second` is copied if it is promoted.
template <typename First, typename Second> std::pair<long, long> fork(First first, Second second) {
  static_assert(std::is_trivially_copyable_v<Second>);
  constexpr uint32_t words = (sizeof(Second) + 7) / 8;
  static tactus_fork_descriptor descriptor{
      runPart<Second>, __FILE__, "fork", __LINE__, 1, words, sizeof(Outcome), TACTUS_UNKNOWN_WEIGHT, 0, nullptr};
  alignas(16) uint64_t environment[words];
  memcpy(environment, &second, sizeof second);
  tactus_latent latent{};
  latent.kind = TACTUS_LATENT_FORK;
  latent.of.fork = {&descriptor, environment};
  tactus_log_fork(&latent, 1);
  tactus_credit -= __atomic_load_n(&descriptor.weight, __ATOMIC_RELAXED);
  if (tactus_credit < 0)
    tactus_latent_push(&latent);
  else
    tactus_latent_link(&latent);
  long one;
  try {
    one = first();
  } catch (...) {
    if (tactus_fork_record *record = pop(latent))
      tactus_fork_discard(record);
    throw;
  }
  tactus_fork_record *record = pop(latent);
  if (!record)
    return {one, second()};
  tactus_fork_join(record);
  Outcome two = *static_cast<Outcome *>(record->result);
  tactus_fork_release(record);
  if (two.threw)
    throw Error{two.value};
  return {one, two.value};
}

long turns;

long leaf(long value) {
  for (volatile long turn = 0; turn < turns; turn = turn + 1)
    ;
  return value;
}

long fib(long n) {
  if (n < 2)
    return leaf(n);
  auto [a, b] = fork([=] { return fib(n - 1); }, [=] { return fib(n - 2); });
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
  auto [l, r] = fork([=] { return tree(2 * node, depth - 1); }, [=] { return tree(2 * node + 1, depth - 1); });
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
    auto [l, r] = fork([=] { return guarded(2 * node, depth - 1); }, [=] { return guarded(2 * node + 1, depth - 1); });
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
  auto [a, b] = fork([=] { return leaf(i); }, [=] { return loop(i + 1, n); });
  return a + 2 * b;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: runs fib|tree|caught|guarded|loop WORK\n");
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
