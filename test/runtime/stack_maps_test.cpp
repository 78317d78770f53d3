//===- stack_maps_test.cpp - the table of stack maps ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "compiled.h"
#include "frames/stack_walk.h"
#include "maps/stack_maps.h"
#include "slots/thread_life.h"
#include "threads/thread.h"

#include <cstring>
#include <gtest/gtest.h>
#include <string>

using namespace tactus;
using namespace tactus::abi;
using namespace tactus::test;

namespace {

/// A module with one function and one record, built in memory.
struct Blob {
  MapFunction function{};
  MapRecord record{};
  MapLoop entries[2]{};
};

TEST(StackMaps, RegisterLookUpUnregister) {
  static Blob blobs[2];
  static const Module modules[2] = {
      {Version, 0, reinterpret_cast<char *>(&blobs[0]), reinterpret_cast<char *>(&blobs[1]), nullptr, nullptr, nullptr,
       nullptr, nullptr, nullptr},
      {Version, 0, reinterpret_cast<char *>(&blobs[1]), reinterpret_cast<char *>(&blobs[2]), nullptr, nullptr, nullptr,
       nullptr, nullptr, nullptr}};
  for (int index = 0; index < 2; ++index) {
    blobs[index].function = {16, 1, 24, sizeof(Blob)};
    blobs[index].record = {static_cast<uint32_t>(100 + index), 2, 2 * sizeof(MapLoop) / 4};
  }
  auto addressOf = [](int index) { return reinterpret_cast<uintptr_t>(&blobs[index]) + 16 + 100 + index; };
  auto finds = [&](int index) {
    ThreadState *thread = currentThread();
    const MapTable *table = holdTable(*thread);
    const MapHit *hit = table ? table->find(addressOf(index)) : nullptr;
    bool right = hit && hit->frameSize == 24 && hit->record == &blobs[index].record;
    releaseTable(*thread);
    EXPECT_EQ(hit != nullptr, right);
    return right;
  };
  EXPECT_FALSE(finds(0));
  tactus_register_module(&modules[0]);
  EXPECT_TRUE(finds(0));
  EXPECT_FALSE(finds(1));
  tactus_register_module(&modules[1]);
  tactus_register_module(&modules[0]); // counts
  tactus_unregister_module(&modules[0]);
  EXPECT_TRUE(finds(0));
  EXPECT_TRUE(finds(1));
  tactus_unregister_module(&modules[0]);
  EXPECT_FALSE(finds(0));
  EXPECT_TRUE(finds(1));
  tactus_unregister_module(&modules[1]);
  EXPECT_FALSE(finds(1));
}

TEST(StackMaps, MalformedSectionsAreCutOff) {
  static uint32_t words[16];
  static const Module module{Version,
                             0,
                             reinterpret_cast<char *>(words),
                             reinterpret_cast<char *>(words + 16),
                             nullptr,
                             nullptr,
                             nullptr,
                             nullptr,
                             nullptr,
                             nullptr};
  ThreadState *thread = currentThread();
  uint32_t sizes[] = {0, 4, 15, 1000, 0xffffffff};
  for (uint32_t totalSize : sizes)
    for (uint32_t records : {0u, 1u, 1000u, 0xffffffffu}) {
      MapFunction function{0, records, 8, totalSize};
      memcpy(words, &function, sizeof function);
      words[4] = 0;
      words[5] = 0xffffffff;
      tactus_register_module(&module);
      EXPECT_NE(holdTable(*thread), nullptr);
      releaseTable(*thread);
      tactus_unregister_module(&module);
    }
}

TEST(StackMaps, DamageIsSaid) {
  std::string text;
  EXPECT_EQ(inChild(
                [] {
                  static Blob blobs[2];
                  static Module module = testModule();
                  module.mapsBegin = reinterpret_cast<char *>(&blobs[0]);
                  module.mapsEnd = reinterpret_cast<char *>(&blobs[2]);
                  for (Blob &blob : blobs) {
                    blob.function = {16, 1, 24, sizeof(Blob)};
                    blob.record = {100, 2, 2 * sizeof(MapLoop) / 4};
                  }
                  // More than the function has.
                  blobs[1].record.entriesSize = 1000;
                  tactus_register_module(&module);
                },
                text),
            0);
  EXPECT_EQ(text.rfind("tactus: error: stack maps of a module are damaged", 0), 0u) << text;
}

TEST(StackMaps, AnotherVersionIsRefused) {
  std::string text;
  EXPECT_EQ(inChild(
                [] {
                  static Module module = testModule();
                  module.version = Version + 1;
                  tactus_register_module(&module);
                  forEachLoop([](const LoopDescriptor &, void *) { _exit(1); }, nullptr);
                },
                text),
            0);
  EXPECT_EQ(text.rfind("tactus: error: code compiled for version " + std::to_string(Version + 1) + " ", 0), 0u) << text;
}

TEST(StackMaps, EntriesOfEveryKind) {
  uint64_t memory[4] = {0x1122334455667788, 0, 0, 0};
  auto base = reinterpret_cast<uintptr_t>(memory);
  FrameRegisters registers{base, base + 8, base + 16, true, false, 0};
  uint64_t iteration;
  LoopSlot *slot;
  using L = MapLocation;
  EXPECT_TRUE(
      readLoop({{ExecutingIteration, 5}, {L::Indirect, 4, L::StackPointer, 0}, {L::Direct, 8, L::StackPointer, 16}},
               registers, iteration, slot));
  EXPECT_EQ(iteration, 0x55667788u);
  EXPECT_EQ(slot, reinterpret_cast<LoopSlot *>(base + 16));
  EXPECT_TRUE(
      readLoop({{ExecutingIteration, 5}, {L::Indirect, 8, L::FramePointer, -8}, {L::Direct, 8, L::FramePointer, 0}},
               registers, iteration, slot));
  EXPECT_EQ(iteration, memory[0]);
  EXPECT_TRUE(readLoop({{ExecutingIteration, 5}, {L::Constant, 8, 0, -1}, {L::Direct, 8, L::StackPointer, 0}},
                       registers, iteration, slot));
  EXPECT_EQ(iteration, UINT64_MAX);
  // What is unknown, null or out of place is skipped.
  EXPECT_FALSE(
      readLoop({{ExecutingIteration, 5}, {L::Indirect, 8, L::BasePointer, 0}, {L::Direct, 8, L::StackPointer, 0}},
               registers, iteration, slot));
  EXPECT_FALSE(
      readLoop({{ExecutingIteration, 5}, {L::Unknown, 8, L::StackPointer, 0}, {L::Direct, 8, L::StackPointer, 0}},
               registers, iteration, slot));
  EXPECT_FALSE(readLoop({{ExecutingIteration, 5}, {L::Constant, 8, 0, 1}, {L::Indirect, 8, L::StackPointer, 8}},
                        registers, iteration, slot));
  EXPECT_FALSE(readLoop({{ExecutingIteration, 5}, {L::Constant, 8, 0, 1}, {L::Direct, 8, L::StackPointer, 4}},
                        registers, iteration, slot));
}

} // namespace
