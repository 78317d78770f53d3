//===- structure_cases.cpp - index spaces, pipelines, groups, accumulators -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "harness.h"

#include <cmath>
#include <optional>
#include <tactus/algorithm.hpp>
#include <tactus/combinable.hpp>
#include <tactus/index_space.hpp>
#include <tactus/pipeline.hpp>
#include <tactus/reproducible.hpp>
#include <tactus/tactus.hpp>

namespace library {

static Values serialCopy(const Values &in, Hook &hook) {
  Values out;
  for (int64_t value : in)
    out.push_back(hook.visit(value) + 1);
  return out;
}

static Values serialSum(const Values &in, Hook &hook) {
  int64_t sum = 0;
  for (int64_t value : in)
    sum += hook.visit(value);
  return {sum};
}

static void addSpaces(std::vector<Case> &cases) {
  // The last row is not full: what is behind it is left out.
  cases.push_back(makeCase("Space2", serialCopy, [](Values in, Hook &hook, auto... stop) {
    size_t width = 7, height = (in.size() + width - 1) / width;
    Values out(in.size());
    tactus::parallel_for(
        tactus::index_space(height, width),
        [&](size_t y, size_t x) {
          if (size_t i = y * width + x; i < in.size())
            out[i] = hook.visit(in[i]) + 1;
        },
        stop...);
    return out;
  }));
  cases.push_back(makeCase("Space3", serialCopy, [](Values in, Hook &hook, auto... stop) {
    int size = static_cast<int>(in.size()), depth = (size + 11) / 12;
    Values out(in.size());
    using tactus::interval;
    tactus::parallel_for(
        tactus::index_space(interval{0, depth}, interval{-1, 3}, interval{2, 5}),
        [&](int z, int y, int x) {
          if (int i = (z * 4 + y + 1) * 3 + x - 2; i < size)
            out[static_cast<size_t>(i)] = hook.visit(in[static_cast<size_t>(i)]) + 1;
        },
        stop...);
    return out;
  }));
  cases.push_back(makeCase("ReduceSpace", serialSum, [](Values in, Hook &hook, auto... stop) -> Values {
    size_t width = 5, height = (in.size() + width - 1) / width;
    return {tactus::parallel_reduce(
        tactus::index_space(height, width), int64_t{0},
        [&](size_t y, size_t x) {
          size_t i = y * width + x;
          return i < in.size() ? hook.visit(in[i]) : 0;
        },
        std::plus<>(), stop...)};
  }));
}

static void addPipelines(std::vector<Case> &cases) {
  cases.push_back(makeCase("Pipeline", serialCopy, [](Values in, Hook &hook, auto... stop) {
    Values out;
    size_t next = 0;
    tactus::pipeline(
        10, stop..., [&] { return next == in.size() ? std::optional<size_t>() : std::optional<size_t>(next++); },
        [&](size_t i) { return std::to_string(hook.visit(in[i])); },
        [](const std::string &text) { return std::stoll(text); },
        tactus::in_order([count = int64_t{0}](int64_t value) mutable { return value + (++count) * 0 + 1; }),
        tactus::in_order([&](int64_t value) { out.push_back(value); }));
    return out;
  }));
  cases.push_back(makeCase("PipelineOfOne", serialCopy, [](Values in, Hook &hook, auto... stop) {
    Values out(in.size());
    size_t next = 0;
    tactus::pipeline(
        1, stop..., [&] { return next == in.size() ? std::optional<size_t>() : std::optional<size_t>(next++); },
        [&](size_t i) { out[i] = hook.visit(in[i]) + 1; });
    return out;
  }));
}

static void addGroups(std::vector<Case> &cases) {
  cases.push_back(makeCase("TaskGroup", serialCopy, [](Values in, Hook &hook, auto... stop) {
    Values out(in.size());
    tactus::task_group group(stop...);
    for (size_t i = 0; i < in.size(); ++i)
      group.run([&, i] { out[i] = hook.visit(in[i]) + 1; });
    group.wait();
    return out;
  }));
  cases.push_back(makeCase("Combinable", serialCopy, [](Values in, Hook &hook, auto... stop) {
    auto append = [](Values a, const Values &b) {
      a.insert(a.end(), b.begin(), b.end());
      return a;
    };
    tactus::combinable<Values, decltype(append)> all(Values(), append);
    tactus::parallel_for_each(in, [&](int64_t value) { all.local().push_back(hook.visit(value) + 1); }, stop...);
    return all.get();
  }));
}

/// The grouping that the header documents, written down once more.
static double documentedSum(const std::vector<double> &x, size_t begin, size_t end) {
  if (end - begin > 1024) {
    size_t blocks = (end - begin + 1023) / 1024, middle = begin + (blocks + 1) / 2 * 1024;
    return documentedSum(x, begin, middle) + documentedSum(x, middle, end);
  }
  double sum = 0;
  for (; end - begin >= 4; begin += 4)
    sum += (x[begin] + x[begin + 1]) + (x[begin + 2] + x[begin + 3]);
  for (; begin != end; ++begin)
    sum += x[begin];
  return sum;
}

static std::vector<double> unequal(const Values &in) {
  std::vector<double> x;
  for (int64_t value : in)
    x.push_back(std::ldexp(static_cast<double>(value % 1000003) - 500000.3, static_cast<int>(value % 61) - 30));
  return x;
}

static Values bits(double value) {
  int64_t word;
  static_assert(sizeof(word) == sizeof(value));
  std::copy_n(reinterpret_cast<const char *>(&value), sizeof(value), reinterpret_cast<char *>(&word));
  return {word};
}

static void addReproducible(std::vector<Case> &cases) {
  cases.push_back(makeCase(
      "Reproducible",
      [](const Values &in, Hook &) {
        std::vector<double> x = unequal(in);
        return bits(documentedSum(x, 0, x.size()));
      },
      [](const Values &in, Hook &, auto... stop) {
        return bits(tactus::reproducible_reduce(unequal(in), 0.0, std::plus<>(), stop...));
      }));
  cases.push_back(makeCase("ReproducibleMap", serialSum, [](const Values &in, Hook &hook, auto... stop) -> Values {
    return {tactus::reproducible_transform_reduce(
        in, int64_t{0}, std::plus<>(), [&](int64_t value) { return hook.visit(value); }, stop...)};
  }));
}

std::vector<Case> structureCases() {
  std::vector<Case> cases;
  addSpaces(cases);
  addPipelines(cases);
  addGroups(cases);
  addReproducible(cases);
  return cases;
}

} // namespace library
