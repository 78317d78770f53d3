//===- property_test.cpp - every algorithm against its serial twin ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "harness.h"

#include <gtest/gtest.h>
#include <random>

using namespace library;

namespace {

std::vector<Case> allCases() {
  std::vector<Case> all;
  for (auto part : {loopCases(), searchCases(), orderCases(), structureCases()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// `keys` different keys: few make many equal elements.
Values randomValues(size_t size, unsigned seed, int64_t keys) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int64_t> key(0, keys - 1);
  Values values(size);
  for (size_t id = 0; id < size; ++id)
    values[id] = key(random) << 20 | static_cast<int64_t>(id);
  return values;
}

struct Result {
  Values values;
  int64_t thrown = Hook::Never;
};

template <class Function> Result resultOf(const Function &function, const Values &values, Hook &hook) {
  try {
    return {function(values, hook), Hook::Never};
  } catch (const Failure &failure) {
    return {{}, failure.id};
  }
}

class Library : public testing::TestWithParam<Case> {};

std::string where(size_t size, unsigned seed) {
  return "size " + std::to_string(size) + ", seed " + std::to_string(seed);
}

TEST_P(Library, SameAsSerial) {
  for (size_t size : {0, 1, 2, 3, 17, 256, 1001, 20011})
    for (unsigned seed = 1; seed <= 3; ++seed) {
      Values values = randomValues(size, seed, seed == 1 ? 5 : 1 << 20);
      Hook serial, parallel, stoppable;
      Values expected = GetParam().serial(values, serial);
      EXPECT_EQ(GetParam().parallel(values, parallel), expected) << where(size, seed);
      EXPECT_EQ(GetParam().stoppable(values, stoppable), expected) << "with a token, " << where(size, seed);
    }
}

TEST_P(Library, Exceptions) {
  for (size_t size : {1, 2, 17, 1001}) {
    Values values = randomValues(size, 4, 1 << 20);
    for (size_t id = 0; id < size; id += size > 100 ? 83 : 1) {
      Hook serial{.throwsFrom = static_cast<int64_t>(id)}, parallel = serial;
      Result expected = resultOf(GetParam().serial, values, serial);
      Result result = resultOf(GetParam().parallel, values, parallel);
      if (GetParam().promise == Promise::Exact) {
        EXPECT_EQ(result.thrown, expected.thrown) << where(size, 4) << ", id " << id;
        EXPECT_EQ(result.values, expected.values) << where(size, 4) << ", id " << id;
      } else {
        EXPECT_EQ(result.thrown == Hook::Never, expected.thrown == Hook::Never) << where(size, 4) << ", id " << id;
      }
    }
  }
}

TEST_P(Library, Stops) {
  for (size_t size : {1, 2, 17, 1001}) {
    Values values = randomValues(size, 5, 1 << 20);
    for (size_t id = 0; id < size; id += size > 100 ? 83 : 1) {
      Hook hook{.stopsAt = static_cast<int64_t>(id)};
      Values result = GetParam().stoppable(values, hook);
      if (GetParam().promise == Promise::Permutes) {
        std::sort(result.begin(), result.end());
        EXPECT_EQ(result.size(), values.size());
        Values sorted = values;
        std::sort(sorted.begin(), sorted.end());
        EXPECT_EQ(result, sorted) << where(size, 5) << ", id " << id;
      }
    }
  }
}

/// Before anything has begun, nothing is.
TEST_P(Library, StoppedBefore) {
  Values values = randomValues(1001, 6, 1 << 20);
  // Whatever is visited throws.
  Hook hook{.throwsFrom = 0};
  hook.source.request_stop();
  EXPECT_NO_THROW(static_cast<void>(GetParam().stoppable(values, hook)));
}

INSTANTIATE_TEST_SUITE_P(All, Library, testing::ValuesIn(allCases()), [](const auto &each) { return each.param.name; });

} // namespace
