//===- versions_test.cpp - which code counts as two versions of one function ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "maps/points.h"
#include "maps/versions.h"

#include <cstring>
#include <gtest/gtest.h>
#include <sys/mman.h>

using namespace tactus;

namespace {

/// Each version loads from memory at a distance: lea disp32(%rip), %rax, with an opcode of three bytes.
constexpr size_t Opcode = 3, Size = Opcode + 4;
uint8_t source[Size], destination[Size];
/// What both load, of which each has its own copy; and something behind them.
uint8_t constants[4][64];

void load(uint8_t *code, const uint8_t *target) {
  static constexpr uint8_t Bytes[Opcode] = {0x48, 0x8d, 0x05};
  memcpy(code, Bytes, Opcode);
  auto distance = static_cast<int32_t>(target - (code + Size));
  memcpy(code + Opcode, &distance, sizeof distance);
}

bool match(const uint8_t *loadedBySource, const uint8_t *loadedByDestination, std::span<const SharedConstant> known) {
  load(source, loadedBySource);
  load(destination, loadedByDestination);
  return areAligned(source, destination, Size, known);
}

uintptr_t addressOf(const void *place) { return reinterpret_cast<uintptr_t>(place); }

} // namespace

TEST(Versions, distancesToOnePlace) { EXPECT_TRUE(match(constants[0], constants[0], {})); }

TEST(Versions, distancesToCopiesOfAConstant) {
  const SharedConstant known[] = {{addressOf(constants[0]), addressOf(constants[2]), 64},
                                  {addressOf(constants[1]), addressOf(constants[3]), 8}};
  EXPECT_FALSE(match(constants[0], constants[2], {}));
  EXPECT_TRUE(match(constants[0], constants[2], known));
  EXPECT_TRUE(match(constants[1], constants[3], known));
  // Part of one.
  EXPECT_TRUE(match(constants[0] + 32, constants[2] + 32, known));
  // The same way from one to the other, but behind the constant.
  EXPECT_FALSE(match(constants[1] + 16, constants[3] + 16, known));
  // Another part of it, and another constant.
  EXPECT_FALSE(match(constants[0], constants[2] + 8, known));
  EXPECT_FALSE(match(constants[0], constants[3], known));
}

namespace {

/// Two pages: one of code, and one with a table of its points, which are reached by distances of 32 bits.
struct Pages {
  static constexpr size_t Page = 4096, Point = Page - 3, Cold = 100;
  uint8_t *code;
  tactus::abi::VersionPair *table;

  Pages()
      : code(static_cast<uint8_t *>(
            mmap(nullptr, 3 * Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))),
        table(reinterpret_cast<tactus::abi::VersionPair *>(code + 2 * Page)) {
    // A point that lies in two pages, and the pair of another function behind its own.
    memcpy(code + Point, PointBytes, sizeof PointBytes);
    table[0] = {1, 1};
    table[1] = entryTo(code + Point, table[1].destination);
    table[2] = entryTo(code + Cold, table[2].destination);
    table[3] = {1, 1};
    mprotect(code, 2 * Page, PROT_READ | PROT_EXEC);
  }
  ~Pages() { munmap(code, 3 * Page); }
  Pages(const Pages &) = delete;
  Pages &operator=(const Pages &) = delete;

  static tactus::abi::VersionPair entryTo(const uint8_t *place, const int32_t &field) {
    return {0, static_cast<int32_t>(place - reinterpret_cast<const uint8_t *>(&field))};
  }
};

} // namespace

TEST(Points, standBehindTheirPair) {
  Pages pages;
  EXPECT_EQ(pointsOf(&pages.table[0], &pages.table[4]).size(), 2u);
  EXPECT_EQ(pointsOf(&pages.table[3], &pages.table[4]).size(), 0u);
  pages.table[3] = {0, 0};
  EXPECT_EQ(pointsOf(&pages.table[0], &pages.table[4]).size(), 2u);
}

TEST(Points, becomeJumps) {
  Pages pages;
  ASSERT_TRUE(pollAtPoints(pointsOf(&pages.table[0], &pages.table[4])));
  EXPECT_EQ(pages.code[Pages::Point], JumpOpcode);
  int32_t distance;
  memcpy(&distance, pages.code + Pages::Point + 1, sizeof distance);
  EXPECT_EQ(Pages::Point + sizeof PointBytes + static_cast<size_t>(static_cast<intptr_t>(distance)), Pages::Cold);
}

TEST(Points, stayWhatTheyAreIfTheyAreNone) {
  Pages pages;
  EXPECT_FALSE(pollAtPoints({}));
  mprotect(pages.code, 2 * Pages::Page, PROT_READ | PROT_WRITE);
  pages.code[Pages::Point] = 0xcc; // a breakpoint
  EXPECT_FALSE(pollAtPoints(pointsOf(&pages.table[0], &pages.table[4])));
  EXPECT_EQ(pages.code[Pages::Point], 0xcc);
}
