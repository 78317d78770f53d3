//===- nodes_test.cpp - where data lies on a simulated machine --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Run with TACTUS_SPLICE_NUMA=1 and HWLOC_SYNTHETIC="numa:2 pu:2" on four workers.
//
//===----------------------------------------------------------------------===//
#include "../../splice/nodes.h"
#include "../../splice/scheduler.h"
#include "../../splice/statistics.h"

#include <tactus/splice.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace tactus::splice {
namespace {

constexpr std::size_t PageSize = 4096;
/// What a test says that it has touched, and what only steps touch.
alignas(PageSize) char data[8 * PageSize], filled[64 * PageSize];

byte_range pages(std::size_t first, std::size_t last, char *of = data) {
  return range(of + first * PageSize, (last - first) * PageSize);
}

unsigned homeOf(effects what) {
  Group group;
  addThread(group, std::move(what), nullptr, nullptr);
  return splice::homeOf(group);
}

TEST(Nodes, DataLiesWhereItWasTouchedFirst) {
  placeWorkers();
  ASSERT_TRUE(simulatesNodes) << "HWLOC_SYNTHETIC is not heeded";
  unsigned here = nodeOfThisWorker();
  ASSERT_TRUE(here == 1 || here == 2);
  EXPECT_EQ(homeOf(writes(pages(0, 4))), 0U) << "nobody has touched it";
  noteTouch(reads(pages(0, 4)));
  EXPECT_EQ(homeOf(writes(pages(0, 4))), 0U) << "who reads, touches nothing";
  noteTouch(writes(pages(1, 3)));
  noteTouch(writes(pages(2, 8)));
  EXPECT_EQ(homeOf(writes(pages(1, 8))), here);
  EXPECT_EQ(homeOf(writes(pages(0, 1))), 0U);
  EXPECT_EQ(homeOf(reads(pages(4, 6))), here) << "what is read counts where what is written is not known";
  EXPECT_EQ(homeOf(writes(byte_range(all_addresses))), 0U);
  EXPECT_EQ(homeOf(writes(interval(data, 0, 10))), 0U) << "no addresses are known of it";
}

//===--- Calls at both nodes ---===//

effects touched(std::size_t first, std::size_t last) { return writes(pages(first, last, filled)); }
void fillBody(std::size_t first, std::size_t last);
constexpr function<touched, fillBody> fill;
void fillBody(std::size_t first, std::size_t last) {
  if (last - first > 1)
    return finish(fill(first, (first + last) / 2), fill((first + last) / 2, last));
  step([=] { return touched(first, last); }, [=] { filled[first * PageSize]++; }, splice::last);
}

/// Which worker takes a call is a matter of time. That calls are counted, each as near or as far, is not, nor is the
/// result.
TEST(Nodes, ForkedCallsAreCountedByWhereTheyRun) {
  int rounds = 0;
  Counters counters;
  do {
    ++rounds;
    try_splice(4, [] {
      for (int call = 0; call < 4; ++call)
        invoke(fill(0, 64));
    });
    counters = countersSoFar();
  } while (rounds < 25 || (counters.nearCalls + counters.farCalls == 0 && rounds < 1000));
  EXPECT_GT(counters.nearCalls + counters.farCalls, 0U);
  EXPECT_GE(counters.forkedCalls, counters.nearCalls + counters.farCalls);
  for (std::size_t page = 0; page < 64; ++page)
    EXPECT_EQ(filled[page * PageSize], static_cast<char>(4 * rounds));
}

} // namespace
} // namespace tactus::splice
