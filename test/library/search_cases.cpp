//===- search_cases.cpp - searches, counts, extremes -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What stands behind a match may be looked at, but must not be heard of: that is what the hook's exceptions show.
//
//===----------------------------------------------------------------------===//
#include "harness.h"

#include <tactus/execution.hpp>
#include <tactus/search.hpp>

namespace library {

static bool isRare(int64_t value) { return keyOf(value) % 11 == 3; }

/// No element is that, so all are looked at.
static bool isImpossible(int64_t value) { return value < 0; }

template <class Iterator> static Values place(const Values &in, Iterator found) { return {found - in.begin()}; }

/// Values whose ids stay, and whose order is that of the keys alone.
struct ByKey {
  bool operator()(int64_t a, int64_t b) const { return keyOf(a) < keyOf(b); }
};

static auto predicate(Hook &hook, bool (*ask)(int64_t)) {
  return [&hook, ask](int64_t value) { return ask(hook.visit(value)); };
}

static void addFinds(std::vector<Case> &cases) {
  using Ask = bool (*)(int64_t);
  for (auto [name, question] : {std::pair{"FindRare", Ask{isRare}}, std::pair{"FindNothing", Ask{isImpossible}}})
    cases.push_back(makeCase(
        name,
        [ask = question](const Values &in, Hook &hook) {
          return place(in, std::find_if(in.begin(), in.end(), predicate(hook, ask)));
        },
        [ask = question](const Values &in, Hook &hook, auto... stop) {
          return place(in, tactus::parallel_find_if(in, predicate(hook, ask), stop...));
        }));
  cases.push_back(makeCase(
      "FindValue",
      [](const Values &in, Hook &) {
        return place(in, std::find(in.begin(), in.end(), in.empty() ? 0 : in[in.size() / 2]));
      },
      [](const Values &in, Hook &, auto... stop) {
        return place(in, tactus::parallel_find(in, in.empty() ? 0 : in[in.size() / 2], stop...));
      }));
  cases.push_back(makeCase(
      "AnyAllNone",
      [](const Values &in, Hook &hook) -> Values {
        return {std::any_of(in.begin(), in.end(), predicate(hook, isRare)),
                std::none_of(in.begin(), in.end(), isImpossible), std::all_of(in.begin(), in.end(), isRare)};
      },
      [](const Values &in, Hook &hook, auto... stop) -> Values {
        return {tactus::parallel_any_of(in, predicate(hook, isRare), stop...),
                tactus::parallel_none_of(in, isImpossible, stop...), tactus::parallel_all_of(in, isRare, stop...)};
      }));
  cases.push_back(makeCase(
      "PolicyFind",
      [](const Values &in, Hook &hook) {
        return place(in, std::find_if(in.begin(), in.end(), predicate(hook, isRare)));
      },
      [](const Values &in, Hook &hook, auto... stop) {
        if ((stop.stop_requested() || ...))
          return Values{};
        return place(in, tactus::find_if(tactus::execution::par, in.begin(), in.end(), predicate(hook, isRare)));
      }));
  cases.push_back(makeCase(
      "CountIf",
      [](const Values &in, Hook &hook) -> Values {
        return {std::count_if(in.begin(), in.end(), predicate(hook, isRare))};
      },
      [](const Values &in, Hook &hook, auto... stop) -> Values {
        return {static_cast<int64_t>(tactus::parallel_count_if(in, predicate(hook, isRare), stop...))};
      }));
}

/// Of equal keys it is seen which one is found.
static void addExtremes(std::vector<Case> &cases) {
  auto least = [](const Values &in, auto find) { return place(in, find(in)); };
  cases.push_back(makeCase(
      "MinElement",
      [=](const Values &in, Hook &) {
        return least(in, [](const Values &all) { return std::min_element(all.begin(), all.end(), ByKey()); });
      },
      [=](const Values &in, Hook &, auto... stop) {
        return least(in, [&](const Values &all) { return tactus::parallel_min_element(all, ByKey(), stop...); });
      }));
  cases.push_back(makeCase(
      "MaxElement",
      [=](const Values &in, Hook &) {
        return least(in, [](const Values &all) { return std::max_element(all.begin(), all.end(), ByKey()); });
      },
      [=](const Values &in, Hook &, auto... stop) {
        return least(in, [&](const Values &all) { return tactus::parallel_max_element(all, ByKey(), stop...); });
      }));
  cases.push_back(makeCase(
      "MinMaxElement",
      [](const Values &in, Hook &) -> Values {
        auto [low, high] = std::minmax_element(in.begin(), in.end(), ByKey());
        return {low - in.begin(), high - in.begin()};
      },
      [](const Values &in, Hook &, auto... stop) -> Values {
        auto [low, high] = tactus::parallel_minmax_element(in, ByKey(), stop...);
        return {low - in.begin(), high - in.begin()};
      }));
  // Known to be free of polls by every compiler.
  cases.push_back(makeCase(
      "MinOfNumbers", [](const Values &in, Hook &) { return place(in, std::min_element(in.begin(), in.end())); },
      [](const Values &in, Hook &, auto... stop) {
        return place(in, tactus::parallel_min_element(in, std::less<>(), stop...));
      }));
}

std::vector<Case> searchCases() {
  std::vector<Case> cases;
  addFinds(cases);
  addExtremes(cases);
  return cases;
}

} // namespace library
