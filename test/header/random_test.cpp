//===- random_test.cpp - random fork-join programs against their sequential elision -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A seed gives a program: a tree of forks, loops, reductions, groups and calls, some of whose leaves throw. Each node
// has a value that depends on the values, or exceptions, of its parts in their order. It is run once with the header
// and once without.
//
//===----------------------------------------------------------------------===//
#include <tactus/tactus.hpp>

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace {

uint64_t mix(uint64_t a, uint64_t b) {
  a = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xbf58476d1ce4e5b9u;
  return a ^ (a >> 31);
}

struct Failure {
  uint64_t value;
};

template <bool Parallel> uint64_t run(uint64_t seed, int depth);

template <bool Parallel> uint64_t fork(uint64_t seed, int depth) {
  auto first = [=] { return run<Parallel>(mix(seed, 1), depth - 1); };
  auto second = [&] { return run<Parallel>(mix(seed, 2), depth - 1); };
  if constexpr (Parallel) {
    auto [a, b] = tactus::par(first, second);
    return mix(a, b);
  } else {
    uint64_t a = first();
    return mix(a, second());
  }
}

template <bool Parallel> uint64_t loop(uint64_t seed, int depth) {
  std::vector<uint64_t> values(seed % 23);
  auto body = [&](size_t i) { values[i] = run<Parallel>(mix(seed, i), depth - 1 - static_cast<int>(seed % 2)); };
  if constexpr (Parallel)
    tactus::parallel_for(size_t{0}, values.size(), body);
  else
    for (size_t i = 0; i < values.size(); ++i)
      body(i);
  uint64_t sum = seed;
  for (uint64_t value : values)
    sum = mix(sum, value);
  return sum;
}

template <bool Parallel> uint64_t reduce(uint64_t seed, int depth) {
  // Concatenation is associative and not commutative.
  auto map = [&](int i) { return std::to_string(run<Parallel>(mix(seed, static_cast<uint64_t>(i)), depth - 2)); };
  std::string text;
  int count = static_cast<int>(seed % 17);
  if constexpr (Parallel)
    text = tactus::parallel_reduce(0, count, std::string(), map, std::plus<>{});
  else
    for (int i = 0; i < count; ++i)
      text += map(i);
  uint64_t sum = seed;
  for (char letter : text)
    sum = mix(sum, static_cast<uint64_t>(letter));
  return sum;
}

template <bool Parallel> uint64_t group(uint64_t seed, int depth) {
  std::vector<uint64_t> values(seed % 9);
  if constexpr (Parallel) {
    tactus::task_group tasks;
    for (size_t i = 0; i < values.size(); ++i)
      tasks.run([&, i] { values[i] = run<Parallel>(mix(seed, i + 7), depth - 1); });
    tasks.wait();
  } else {
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = run<Parallel>(mix(seed, i + 7), depth - 1);
  }
  uint64_t sum = ~seed;
  for (uint64_t value : values)
    sum = mix(sum, value);
  return sum;
}

template <bool Parallel> uint64_t guarded(uint64_t seed, int depth) {
  try {
    return run<Parallel>(mix(seed, 3), depth - 1);
  } catch (const Failure &failure) {
    return mix(failure.value, 4);
  }
}

template <bool Parallel> __attribute__((noinline)) uint64_t run(uint64_t seed, int depth) {
  if (depth <= 0) {
    if (seed % 101 == 0)
      throw Failure{seed};
    return mix(seed, 5);
  }
  switch (seed >> 32 & 7) {
  case 0:
    return loop<Parallel>(seed, depth - 1);
  case 1:
    return reduce<Parallel>(seed, depth);
  case 2:
    return group<Parallel>(seed, depth - 1);
  case 3:
    return guarded<Parallel>(seed, depth);
  default:
    return fork<Parallel>(seed, depth);
  }
}

TEST(Random, ProgramsGiveTheResultOfTheirSequentialElision) {
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    uint64_t start = mix(seed, 0);
    ASSERT_EQ(guarded<true>(start, 8), guarded<false>(start, 8)) << "seed " << seed;
  }
}

} // namespace
