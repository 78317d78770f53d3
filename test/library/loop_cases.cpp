//===- loop_cases.cpp - loops, transformations, folds, reductions, scans --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "harness.h"

#include <tactus/algorithm.hpp>
#include <tactus/execution.hpp>
#include <tactus/scan.hpp>
#include <tactus/tactus.hpp>

#include <array>
#include <ranges>

namespace library {

/// Loops may stand in constant expressions, where they are serial.
template <class Work> constexpr int lastOf(Work work) {
  std::array<int, 4> x{1, 2, 3, 4};
  work(x);
  return x[3];
}
static_assert(lastOf([](auto &x) { tactus::parallel_for_each(x, [](int &value) { value *= 2; }); }) == 8);
static_assert(lastOf([](auto &x) { tactus::parallel_transform(x, x.begin(), [](int value) { return -value; }); }) ==
              -4);
static_assert(lastOf([](auto &x) {
                x[3] = tactus::parallel_fold(x, 0, [](int &a, int b) { a += b; }, std::plus<>());
              }) == 10);
static_assert(lastOf([](auto &x) { x[3] = *tactus::parallel_scan(x, x.begin()); }) == 10);
static_assert(lastOf([](auto &x) { tactus::parallel_exclusive_scan(x, x.begin(), 5); }) == 11);

static int64_t twice(int64_t value) { return 2 * value + 1; }

static Values serialMap(const Values &in, Hook &hook) {
  Values out(in.size());
  for (size_t i = 0; i < in.size(); ++i)
    out[i] = twice(hook.visit(in[i]));
  return out;
}

static Values serialSteps(const Values &in, Hook &hook) {
  Values out(in.size());
  for (size_t i = 0; i < in.size(); i += 3)
    out[i] = twice(hook.visit(in[i]));
  return out;
}

static Values serialPairs(const Values &in, Hook &hook) {
  Values out(in.size());
  for (size_t i = 0; i < in.size(); ++i)
    out[i] = hook.visit(in[i]) + 3 * in[i];
  return out;
}

static Values written(Affine value) {
  Values values;
  value.write(values);
  return values;
}

static Values written(const std::vector<Affine> &all) {
  Values values;
  for (Affine value : all)
    value.write(values);
  return values;
}

static Values serialProduct(const Values &in, Hook &hook) {
  Affine product;
  for (int64_t value : in)
    product = product * Affine(hook.visit(value));
  return written(product);
}

static Values serialScan(const Values &in, Hook &hook) {
  std::vector<Affine> out(in.size());
  for (size_t i = 0; i < in.size(); ++i)
    out[i] = i == 0 ? Affine(hook.visit(in[0])) : out[i - 1] * Affine(hook.visit(in[i]));
  return written(out);
}

static Values serialExclusiveScan(const Values &in, Hook &hook) {
  std::vector<Affine> out(in.size());
  Affine sum(41, 5);
  for (size_t i = 0; i < in.size(); ++i) {
    out[i] = sum;
    sum = sum * Affine(hook.visit(in[i]));
  }
  return written(out);
}

static Values serialSumOfSquares(const Values &in, Hook &hook) {
  int64_t sum = 0;
  for (int64_t value : in)
    sum += hook.visit(value) * value;
  return {sum};
}

static std::vector<Affine> affine(const Values &in) { return {in.begin(), in.end()}; }

static void addLoops(std::vector<Case> &cases) {
  cases.push_back(makeCase("For", serialMap, [](Values in, Hook &hook, auto... stop) {
    Values out(in.size());
    tactus::parallel_for(size_t{0}, in.size(), [&](size_t i) { out[i] = twice(hook.visit(in[i])); }, stop...);
    return out;
  }));
  cases.push_back(makeCase("ForOfInt", serialMap, [](Values in, Hook &hook, auto... stop) {
    Values out(in.size());
    int count = static_cast<int>(in.size());
    tactus::parallel_for(
        -count, 0,
        [&](int i) {
          auto place = static_cast<size_t>(i + count);
          out[place] = twice(hook.visit(in[place]));
        },
        stop...);
    return out;
  }));
  cases.push_back(makeCase("ForWithStep", serialSteps, [](Values in, Hook &hook, auto... stop) {
    Values out(in.size());
    tactus::parallel_for(size_t{0}, in.size(), 3, [&](size_t i) { out[i] = twice(hook.visit(in[i])); }, stop...);
    return out;
  }));
  cases.push_back(makeCase("ForBlocks", serialMap, [](Values in, Hook &hook, auto... stop) {
    Values out(in.size());
    tactus::parallel_for_blocks(
        size_t{0}, in.size(),
        [&](size_t begin, size_t end) {
          for (size_t i = begin; i != end; ++i)
            out[i] = twice(hook.visit(in[i]));
        },
        stop...);
    return out;
  }));
  cases.push_back(makeCase("ForBlocksOfRange", serialMap, [](Values in, Hook &hook, auto... stop) {
    tactus::parallel_for_blocks(
        in,
        [&](auto piece) {
          for (int64_t &value : piece)
            value = twice(hook.visit(value));
        },
        stop...);
    return in;
  }));
  cases.push_back(makeCase("ForOfRange", serialMap, [](Values in, Hook &hook, auto... stop) {
    tactus::parallel_for(in, [&](int64_t &value) { value = twice(hook.visit(value)); }, stop...);
    return in;
  }));
  cases.push_back(makeCase("ForEach", serialMap, [](Values in, Hook &hook, auto... stop) {
    tactus::parallel_for_each(in, [&](int64_t &value) { value = twice(hook.visit(value)); }, stop...);
    return in;
  }));
  cases.push_back(makeCase("ForEachOfIterators", serialMap, [](Values in, Hook &hook, auto... stop) {
    tactus::parallel_for_each(in.begin(), in.end(), [&](int64_t &value) { value = twice(hook.visit(value)); }, stop...);
    return in;
  }));
  cases.push_back(makeCase("Transform", serialMap, [](Values in, Hook &hook, auto... stop) {
    Values out(in.size());
    auto end =
        tactus::parallel_transform(in, out.begin(), [&](int64_t value) { return twice(hook.visit(value)); }, stop...);
    return end == out.end() ? out : Values{-1};
  }));
  cases.push_back(makeCase("TransformPairs", serialPairs, [](Values in, Hook &hook, auto... stop) {
    Values out(in.size());
    tactus::parallel_transform(
        in, in.begin(), out.begin(), [&](int64_t a, int64_t b) { return hook.visit(a) + 3 * b; }, stop...);
    return out;
  }));
}

static void addReductions(std::vector<Case> &cases) {
  auto compose = [](Affine a, Affine b) { return a * b; };
  cases.push_back(makeCase("Fold", serialProduct, [compose](Values in, Hook &hook, auto... stop) {
    return written(tactus::parallel_fold(
        size_t{0}, in.size(), Affine(), [&](Affine &state, size_t i) { state = state * Affine(hook.visit(in[i])); },
        compose, stop...));
  }));
  cases.push_back(makeCase("FoldOfRange", serialMap, [](Values in, Hook &hook, auto... stop) {
    return tactus::parallel_fold(
        in, Values(), [&](Values &state, int64_t value) { state.push_back(twice(hook.visit(value))); },
        [](Values a, const Values &b) {
          a.insert(a.end(), b.begin(), b.end());
          return a;
        },
        stop...);
  }));
  cases.push_back(makeCase("Reduce", serialProduct, [compose](Values in, Hook &hook, auto... stop) {
    return written(tactus::parallel_reduce(
        size_t{0}, in.size(), Affine(), [&](size_t i) { return Affine(hook.visit(in[i])); }, compose, stop...));
  }));
  cases.push_back(makeCase("ReduceOfRange", serialProduct, [compose](Values in, Hook &hook, auto... stop) {
    auto visited = in | std::views::transform([&](int64_t value) { return Affine(hook.visit(value)); });
    return written(tactus::parallel_reduce(visited, Affine(), compose, stop...));
  }));
  cases.push_back(makeCase("TransformReduce", serialProduct, [compose](Values in, Hook &hook, auto... stop) {
    return written(tactus::parallel_transform_reduce(
        in, Affine(), compose, [&](int64_t value) { return Affine(hook.visit(value)); }, stop...));
  }));
  cases.push_back(makeCase("InnerProduct", serialSumOfSquares, [](Values in, Hook &hook, auto... stop) {
    return Values{tactus::parallel_transform_reduce(
        in, in.begin(), int64_t{0}, std::plus<>(), [&](int64_t a, int64_t b) { return hook.visit(a) * b; }, stop...)};
  }));
}

static void addScans(std::vector<Case> &cases) {
  cases.push_back(makeCase("InclusiveScan", serialScan, [](Values in, Hook &hook, auto... stop) {
    for (int64_t value : in)
      if (!hook.source.stop_requested())
        hook.visit(value);
    std::vector<Affine> all = affine(in), out(in.size());
    tactus::parallel_inclusive_scan(all, out.begin(), std::multiplies<>(), stop...);
    return written(out);
  }));
  cases.push_back(makeCase("InclusiveScanInPlace", serialScan, [](Values in, Hook &hook, auto... stop) {
    for (int64_t value : in)
      if (!hook.source.stop_requested())
        hook.visit(value);
    std::vector<Affine> all = affine(in);
    tactus::parallel_inclusive_scan(all, all.begin(), std::multiplies<>(), stop...);
    return written(all);
  }));
  cases.push_back(makeCase("Scan", serialScan, [](Values in, Hook &hook, auto... stop) {
    for (int64_t value : in)
      if (!hook.source.stop_requested())
        hook.visit(value);
    std::vector<Affine> all = affine(in), out(in.size());
    tactus::parallel_scan(all, out.begin(), std::multiplies<>(), stop...);
    return written(out);
  }));
  cases.push_back(makeCase("ExclusiveScan", serialExclusiveScan, [](Values in, Hook &hook, auto... stop) {
    for (int64_t value : in)
      if (!hook.source.stop_requested())
        hook.visit(value);
    std::vector<Affine> all = affine(in);
    tactus::parallel_exclusive_scan(all, all.begin(), Affine(41, 5), std::multiplies<>(), stop...);
    return written(all);
  }));
}

/// The policies take no token: what is stopped is the loop that the hook is asked in.
static void addPolicies(std::vector<Case> &cases) {
  namespace ex = tactus::execution;
  auto visitAll = [](const Values &in, Hook &hook) {
    for (int64_t value : in)
      if (!hook.source.stop_requested())
        hook.visit(value);
  };
  cases.push_back(makeCase(
      "PolicyReduce",
      [](const Values &in, Hook &hook) {
        Affine product(41, 5);
        for (int64_t value : in)
          product = product * Affine(hook.visit(value));
        return written(product);
      },
      [visitAll](Values in, Hook &hook, auto...) {
        visitAll(in, hook);
        std::vector<Affine> all = affine(in);
        // The initial value is not neutral, and counts once.
        Affine product = tactus::reduce(ex::par, all.begin(), all.end(), Affine(41, 5), std::multiplies<>());
        Affine again = tactus::transform_reduce(ex::par_unseq, in.begin(), in.end(), Affine(41, 5), std::multiplies<>(),
                                                [](int64_t value) { return Affine(value); });
        return product.b == again.b ? written(product) : Values{};
      }));
  cases.push_back(makeCase("PolicyScan", serialScan, [visitAll](Values in, Hook &hook, auto...) {
    visitAll(in, hook);
    std::vector<Affine> all = affine(in), out(in.size());
    tactus::inclusive_scan(ex::par, all.begin(), all.end(), out.begin(), std::multiplies<>());
    return written(out);
  }));
  cases.push_back(makeCase("PolicySequenced", serialMap, [visitAll](Values in, Hook &hook, auto...) {
    visitAll(in, hook);
    Values out(in.size());
    tactus::transform(ex::seq, in.begin(), in.end(), out.begin(), twice);
    return out;
  }));
}

/// A plain function, which has no size.
static void doNothing(size_t) {}
static void addPlainFunctions(std::vector<Case> &cases) {
  cases.push_back(makeCase(
      "ForOfPlainFunction", [](Values in, Hook &) { return in; },
      [](Values in, Hook &, auto... stop) {
        tactus::parallel_for(size_t{0}, in.size(), doNothing, stop...);
        tactus::parallel_transform(in, in.begin(), twice, stop...);
        for (int64_t &value : in)
          value = (stop.stop_requested() || ...) ? value : (value - 1) / 2;
        return in;
      }));
}

std::vector<Case> loopCases() {
  std::vector<Case> cases;
  addLoops(cases);
  addReductions(cases);
  addScans(cases);
  addPolicies(cases);
  addPlainFunctions(cases);
  return cases;
}

} // namespace library
