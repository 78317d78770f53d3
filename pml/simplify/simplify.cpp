//===- simplify.cpp - the order of the passes over core ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "simplify.h"

#include "census.h"
#include "passes.h"

namespace tactus::pml {

namespace {

/// Most programs are done after five.
constexpr unsigned MostRounds = 8;

} // namespace

void simplify(core::Program &program, const std::function<void(const char *pass)> &passed) {
  using namespace simplifying;
  auto run = [&](auto pass, const char *name) {
    bool isChanged = pass(program);
    passed(name);
    return isChanged;
  };
  auto drop = [&] {
    dropUnused(program);
    passed("dropUnused");
  };
  drop();
  run(flattenElements, "flattenElements");
  run(splitGroups, "splitGroups");
  Growth growth(program);
  takeCensus(program);
  run(uncurry, "uncurry");
  for (unsigned round = 0; round < MostRounds; ++round) {
    drop();
    bool isChanged = run([&](core::Program &whole) { return reduce(whole, growth); }, "reduce");
    drop();
    isChanged |= run(takeOutStaticArguments, "takeOutStaticArguments");
    isChanged |= run(splitGroups, "splitGroups");
    isChanged |= run(contify, "contify");
    if (!isChanged)
      break;
  }
  drop();
}

} // namespace tactus::pml
