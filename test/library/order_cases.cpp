//===- order_cases.cpp - sorting, merging, partitioning --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "harness.h"

#include <tactus/execution>
#include <tactus/sort.hpp>

namespace library {

static auto byKey(Hook &hook) {
  return [&hook](int64_t a, int64_t b) { return keyOf(hook.visit(a)) < keyOf(hook.visit(b)); };
}

static Values stableSorted(Values in, Hook &hook) {
  std::stable_sort(in.begin(), in.end(), byKey(hook));
  return in;
}

/// Keeps the ids apart, so that equal keys are no longer equal.
static Values sorted(Values in, Hook &hook) {
  std::sort(in.begin(), in.end(), [&](int64_t a, int64_t b) { return hook.visit(a) < hook.visit(b); });
  return in;
}

/// Both halves in order, of which the second has some of the first's keys.
static std::pair<Values, Values> halves(Values in) {
  auto middle = in.begin() + static_cast<std::ptrdiff_t>(in.size() / 3);
  auto order = [](int64_t a, int64_t b) { return keyOf(a) < keyOf(b); };
  std::stable_sort(in.begin(), middle, order);
  std::stable_sort(middle, in.end(), order);
  return {Values(in.begin(), middle), Values(middle, in.end())};
}

static bool isLow(int64_t value) { return keyOf(value) % 3 == 0; }

std::vector<Case> orderCases() {
  std::vector<Case> cases;
  cases.push_back(makeCase(
      "StableSort", stableSorted,
      [](Values in, Hook &hook, auto... stop) {
        tactus::parallel_stable_sort(in, byKey(hook), stop...);
        return in;
      },
      Promise::Permutes));
  cases.push_back(makeCase(
      "StableSortOfNumbers",
      [](Values in, Hook &) {
        std::sort(in.begin(), in.end());
        return in;
      },
      [](Values in, Hook &, auto... stop) {
        tactus::parallel_stable_sort(in, std::less<>(), stop...);
        return in;
      },
      Promise::Permutes));
  cases.push_back(makeCase(
      "SortUntilStop", sorted,
      [](Values in, Hook &hook, auto... stop) {
        tactus::parallel_sort(in, [&](int64_t a, int64_t b) { return hook.visit(a) < hook.visit(b); }, stop...);
        return in;
      },
      Promise::Permutes));
  cases.push_back(makeCase(
      "Sort", sorted,
      [](Values in, Hook &hook, auto... stop) {
        if (!(stop.stop_requested() || ...))
          tactus::sort(tactus::execution::par, in.begin(), in.end(),
                       [&](int64_t a, int64_t b) { return hook.visit(a) < hook.visit(b); });
        return in;
      },
      Promise::Permutes));
  cases.push_back(makeCase(
      "Merge",
      [](const Values &in, Hook &) {
        auto [first, second] = halves(in);
        Values out(in.size());
        std::merge(first.begin(), first.end(), second.begin(), second.end(), out.begin(),
                   [](int64_t a, int64_t b) { return keyOf(a) < keyOf(b); });
        return out;
      },
      [](const Values &in, Hook &, auto... stop) {
        auto [first, second] = halves(in);
        Values out(in.size());
        auto end = tactus::parallel_merge(
            first, second, out.begin(), [](int64_t a, int64_t b) { return keyOf(a) < keyOf(b); }, stop...);
        return end == out.end() && first.size() + second.size() == in.size() ? out : Values{-1};
      }));
  // Copies, also where it gets views, whose constness says nothing of their elements.
  cases.push_back(makeCase(
      "MergeOfViews",
      [](const Values &in, Hook &) {
        auto [first, second] = halves(in);
        Values all = first;
        all.insert(all.end(), second.begin(), second.end());
        return all;
      },
      [](const Values &in, Hook &, auto... stop) {
        auto [first, second] = halves(in);
        std::vector<std::vector<int64_t>> a, b, out(in.size());
        for (int64_t value : first)
          a.push_back({value});
        for (int64_t value : second)
          b.push_back({value});
        auto order = [](const Values &x, const Values &y) { return keyOf(x[0]) < keyOf(y[0]); };
        tactus::parallel_merge(std::ranges::subrange(a.begin(), a.end()), std::ranges::subrange(b.begin(), b.end()),
                               out.begin(), order, stop...);
        Values all;
        for (const auto &part : {a, b})
          for (const Values &value : part)
            all.push_back(value.empty() ? -1 : value[0]);
        return all;
      }));
  cases.push_back(makeCase(
      "Partition",
      [](Values in, Hook &hook) {
        auto middle = std::partition(in.begin(), in.end(), [&](int64_t value) { return isLow(hook.visit(value)); });
        // Which elements are where is the algorithm's to say.
        std::sort(in.begin(), middle);
        std::sort(middle, in.end());
        return in;
      },
      [](Values in, Hook &hook, auto... stop) {
        auto middle = tactus::parallel_partition(in, [&](int64_t value) { return isLow(hook.visit(value)); }, stop...);
        std::sort(in.begin(), middle);
        std::sort(middle, in.end());
        return in;
      },
      Promise::Permutes));
  return cases;
}

} // namespace library
