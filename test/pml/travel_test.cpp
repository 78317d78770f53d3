//===- travel_test.cpp - objects as bytes that mean the same in another process ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Random graphs of objects of all kinds are packed, unpacked with collections in between, and packed again. The order
// of objects depends on the graph alone: so a copy is right if its bytes are the same.
//
//===----------------------------------------------------------------------===//
#include "pml/runtime/task_heap.h"
#include "pml/runtime/tasks.h"
#include "pml/runtime/travel.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

using namespace tactus::pml;

namespace {

constexpr unsigned Count = 40;
constexpr uint64_t Most = 1 << 30;

alignas(8) uint64_t staticObject[] = {recordHeader(3, 0, 1, StaticBit), 17};

/// Objects that a collection may move.
struct Held {
  uint64_t objects[Count] = {};
  RootWords scope{pml_thread.rootWords, objects, Count};

  Held() { pml_thread.rootWords = &scope; }
  ~Held() { pml_thread.rootWords = scope.older; }
  Held(const Held &) = delete;
  Held &operator=(const Held &) = delete;
};

/// A task of its own, with a collection at every so many allocations.
class Travel : public ::testing::Test {
protected:
  Segment segment{};
  alignas(16) uint64_t area[2] = {};

  void SetUp() override {
    heapSettings.stress = 3;
    heapSettings.verifies = true;
    beginTask(segment, area);
  }
  void TearDown() override {
    endTask(segment, area);
    retireHeap(area);
  }
};

class Graph {
public:
  Graph(uint64_t seed, uint64_t identity) : random(seed), identity(identity) {}

  /// What the object leads to, among those that are there: one of them, no object, or a static one.
  uint64_t word(const Held &held, unsigned made) {
    if (random() % 8 == 0)
      return reinterpret_cast<uint64_t>(staticObject);
    return made == 0 || random() % 4 == 0 ? random() % FirstAddress : held.objects[random() % made];
  }

  void make(Held &held, unsigned made) {
    uint64_t length = random() % 16 ? random() % 20 : 3 * LargeBytes;
    Object *object = nullptr;
    switch (random() % 3) {
    case 0: {
      uint64_t pointers = random() % 5, words = pointers + random() % 4;
      object = allocate(8 + 8 * words, recordHeader(random() % 1000, pointers, words, identity));
      for (uint64_t i = pointers; i < words; ++i)
        object->words[i] = random();
      break;
    }
    case 1:
      object = allocateSequence(length % 5000, sequenceHeader(PointerSequence, 8, identity));
      break;
    default:
      object = allocateSequence(length, sequenceHeader(NumberSequence, uint64_t{1} << random() % 4, identity));
      memset(object->elements(), static_cast<int>(random() % 256), sizeOf(*object) - 16);
    }
    held.objects[made] = reinterpret_cast<uint64_t>(object);
    Pointers pointers = pointersOf(*object);
    for (uint64_t i = 0; i < pointers.count; ++i)
      storePointer(pml_thread, object, static_cast<uint64_t>(pointers.words - object->words) + i,
                   reinterpret_cast<Object *>(word(held, made)));
  }

private:
  std::mt19937_64 random;
  uint64_t identity;
};

std::string pack(const Held &held) {
  Packer packer(Identity::Travels, Most);
  for (uint64_t word : held.objects)
    packer.addWord(word);
  EXPECT_TRUE(packer.addObjects());
  return {static_cast<const char *>(packer.data()), packer.size()};
}

bool travels(uint64_t word, uint64_t most = Most) {
  Packer packer(Identity::Stays, most);
  packer.addWord(word);
  return packer.addObjects();
}

} // namespace

TEST_F(Travel, ACopyHasTheSameShape) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    std::string bytes, again;
    {
      Held held;
      Graph graph(seed, seed % 2 ? 0 : IdentityBit);
      for (unsigned made = 0; made < Count; ++made)
        graph.make(held, made);
      bytes = pack(held);
    }
    {
      Held copies;
      Unpacker unpacker(bytes.data(), bytes.size());
      uint64_t encoded[Count];
      for (uint64_t &word : encoded)
        word = unpacker.next();
      unpacker.makeObjects();
      for (unsigned i = 0; i < Count; ++i)
        copies.objects[i] = unpacker.decode(encoded[i]);
      again = pack(copies);
    }
    EXPECT_EQ(bytes, again) << "seed " << seed;
  }
}

TEST_F(Travel, WhatHasIdentityStays) {
  Held held;
  held.objects[0] = reinterpret_cast<uint64_t>(allocate(16, recordHeader(0, 1, 1)));
  EXPECT_TRUE(travels(held.objects[0]));
  Object *cell = allocate(16, recordHeader(0, 1, 1, IdentityBit));
  EXPECT_FALSE(travels(reinterpret_cast<uint64_t>(cell)));
  storePointer(pml_thread, reinterpret_cast<Object *>(held.objects[0]), 0, cell);
  EXPECT_FALSE(travels(held.objects[0]));
}

TEST_F(Travel, TooMuchStays) {
  Held held;
  held.objects[0] = reinterpret_cast<uint64_t>(allocateString(100000));
  memset(reinterpret_cast<Object *>(held.objects[0])->elements(), 'x', 100000);
  EXPECT_TRUE(travels(held.objects[0], 100016));
  EXPECT_FALSE(travels(held.objects[0], 100015));
}

TEST_F(Travel, StaticDataIsTheSameEverywhere) {
  Packer packer(Identity::Stays, 0);
  packer.addWord(reinterpret_cast<uint64_t>(staticObject));
  packer.addStatic(&staticObject[1]);
  packer.addStatic(nullptr);
  ASSERT_TRUE(packer.addObjects());
  Unpacker unpacker(packer.data(), packer.size());
  uint64_t encoded[] = {unpacker.next(), unpacker.next(), unpacker.next()};
  unpacker.makeObjects();
  EXPECT_EQ(unpacker.decode(encoded[0]), reinterpret_cast<uint64_t>(staticObject));
  EXPECT_EQ(unpacker.decode(encoded[1]), reinterpret_cast<uint64_t>(&staticObject[1]));
  EXPECT_EQ(unpacker.decode(encoded[2]), 0u);
}

TEST_F(Travel, SmallIntegersKeepAllBits) {
  for (uint64_t word : {uint64_t{1}, uint64_t{3}, UINT64_MAX, uint64_t{1} << 63 | SmallBit,
                        uint64_t{1} << 62 | SmallBit, (uint64_t{1} << 63) - 1}) {
    Packer packer(Identity::Stays, Most);
    packer.addWord(word);
    ASSERT_TRUE(packer.addObjects());
    Unpacker unpacker(packer.data(), packer.size());
    uint64_t encoded = unpacker.next();
    unpacker.makeObjects();
    EXPECT_EQ(unpacker.decode(encoded), word);
  }
}

TEST_F(Travel, AnArrayThatIsSentEmptyHasNoElements) {
  Held held;
  Object *array = allocateSequence(1000, sequenceHeader(NumberSequence, 8, IdentityBit));
  held.objects[0] = reinterpret_cast<uint64_t>(array);
  memset(array->elements(), 1, 8000);
  Object *cell = allocateSequence(1, sequenceHeader(PointerSequence, 8, IdentityBit | SentEmptyBit));
  held.objects[1] = reinterpret_cast<uint64_t>(cell);
  storePointer(pml_thread, cell, 1, reinterpret_cast<Object *>(held.objects[0]));
  EXPECT_TRUE(travels(held.objects[1], 100)) << "a task gets it";
  EXPECT_FALSE(travels(held.objects[0])) << "what it holds stays";
  Packer packer(Identity::Stays, Most);
  packer.addWord(held.objects[1]);
  ASSERT_TRUE(packer.addObjects());
  Unpacker unpacker(packer.data(), packer.size());
  uint64_t encoded = unpacker.next();
  unpacker.makeObjects();
  EXPECT_EQ(reinterpret_cast<const Object *>(unpacker.decode(encoded))->length(), 0U);
}
