//===- statistics_test.cpp - statistics and traces as text ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "compiled.h"
#include "entry/statistics.h"
#include "observe/trace_file.h"
#include "observe/trace_line.h"
#include "os/settings.h"
#include "threads/counters.h"
#include "workers/promotion.h"

#include <cstring>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

using namespace tactus;
using namespace tactus::abi;
using namespace tactus::test;

namespace {

TEST(Statistics, JsonIsWellFormed) {
  settings.workers = 2;
  settings.promoteAll = true;
  settings.statistics = "unused.json";
  registerLoops();
  runConcatenation(100, 0);
  tactus_unregister_module(&testModule()); // loops of unloaded modules stay in the statistics
  char *text = nullptr;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  writeStatisticsJson(file);
  fclose(file);
  auto json = nlohmann::json::parse(text);
  free(text);
  settings.statistics = nullptr;
  EXPECT_EQ(json["workers"], 2);
  EXPECT_GT(json["counters"]["promotions"], 0);
  EXPECT_EQ(json["promotionsByLevel"].size(), CountedLevels);
  bool found = false;
  for (auto &loop : json["loops"])
    if (loop["file"] == "\"quoted\".c") {
      found = true;
      EXPECT_EQ(loop["line"], 40);
      EXPECT_GT(loop["promotions"], 0);
      EXPECT_GE(loop["tasks"], loop["promotions"]);
    }
  EXPECT_TRUE(found);
}

TEST(TraceLine, Numbers) {
  TraceLine line;
  uint64_t power = 1;
  std::string expected;
  for (unsigned digits = 1; digits <= 20; ++digits, power *= 10)
    for (uint64_t number : {power - 1, power, power + 5}) {
      line << number << ",";
      expected += std::to_string(number) + ",";
    }
  line << UINT64_MAX << "," << INT64_MIN << ",";
  expected += "18446744073709551615,-9223372036854775808,";
  line.microseconds(1002003) << "," << uint32_t{0};
  EXPECT_EQ(std::string(line.data(), line.size()), expected + "1002.003,0");
}

TEST(TraceLine, TimesWithinAMillisecond) {
  for (uint32_t nanoseconds : {0U, 7U, 45U, 999U, 1000U, 56789U, 999999U}) {
    TraceLine whole, pieces;
    whole.microseconds(3000000 + nanoseconds);
    (pieces << uint64_t{3}).belowMillisecond(nanoseconds);
    EXPECT_EQ(std::string(pieces.data(), pieces.size()), std::string(whole.data(), whole.size()));
  }
}

/// Fills the chunk, and begins the next one, which is so long and lies further on; false if there is none.
bool beginNext(TraceChunk &chunk, size_t bytes) {
  std::string line(1000, '.');
  char *end = chunk.end;
  do
    if (!appendToTrace(chunk, line.data(), line.size()))
      return false;
  while (chunk.end == end);
  EXPECT_GT(chunk.next, end);
  EXPECT_NEAR(chunk.end - chunk.next, bytes, 2 * line.size());
  return chunk.next > end;
}

void writeChunks() {
  settings.traceMegabytes = 64;
  std::string name = testing::TempDir() + "tactus-unit-test-" + std::to_string(getpid()) + ".json";
  nameTraceFile(name.c_str());
  bool opened = openTraceFile();
  unlink(name.c_str());
  TraceChunk busy, quiet, late;
  bool grows = opened && beginNext(busy, FirstChunkBytes) && beginNext(busy, 2 * FirstChunkBytes) &&
               beginNext(busy, LargestChunkBytes) && beginNext(busy, LargestChunkBytes);
  // What an idle worker prepares is for whoever is next, and changes nothing for those after it.
  prepareTraceChunk();
  bool isPrepared = beginNext(busy, FirstChunkBytes) && beginNext(busy, LargestChunkBytes);
  prepareTraceChunk();
  isPrepared = isPrepared && beginNext(quiet, FirstChunkBytes) && beginNext(quiet, FirstChunkBytes) &&
               beginNext(quiet, 2 * FirstChunkBytes);
  // At the end of the file there are smaller ones.
  TraceChunk other;
  bool isFilled = beginNext(other, FirstChunkBytes);
  size_t left = (settings.traceMegabytes << 20) / FirstChunkBytes - (1 + 2 + 4 + 4 + 1 + 4 + 1 + 1 + 2 + 1);
  for (; left > 3; left -= 4)
    isFilled = isFilled && beginNext(busy, LargestChunkBytes);
  isFilled = isFilled && left == 3 && beginNext(busy, FirstChunkBytes) && beginNext(late, FirstChunkBytes) &&
             beginNext(late, FirstChunkBytes);
  bool isFull = !beginNext(late, FirstChunkBytes);
  _exit(grows && isPrepared && isFilled && isFull && !testing::Test::HasFailure() ? 0 : 1);
}

TEST(TraceFile, ChunksGrowWithWhatAThreadWrites) {
  std::string text;
  EXPECT_EQ(inChild(writeChunks, text), 0) << text;
}

TEST(TraceLine, WhatDoesNotFitIsLeftOut) {
  TraceLine line;
  while (line.hasRoom())
    line << uint64_t{12345678901234567890u};
  unsigned size = line.size();
  for (unsigned count = 0; count < 1000; ++count)
    line << uint64_t{12345678901234567890u};
  EXPECT_LT(line.size(), 8193u);
  EXPECT_GE(line.size(), size);
  EXPECT_EQ(std::string(line.data(), 20), "12345678901234567890");
}

} // namespace
