//===- versions_test.cpp - which code counts as two versions of one function ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "maps/versions.h"

#include <cstring>
#include <gtest/gtest.h>

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
