//===- effects_test.cpp - effect types, regions and sets of them ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What the scheduler concludes from effects is right as long as these laws hold, so random effects are held to them:
//
//   disjoint(a, b) = disjoint(b, a)
//   subset(a, b) and disjoint(b, c)  imply  disjoint(a, c)
//   subset(a, unite(a, b)) and subset(b, unite(a, b)), or else everything interferes with the union
//   covers(whole, part) and interfere(other, part)  imply  interfere(other, whole)
//
//===----------------------------------------------------------------------===//
#include <tactus/splice.h>
#include <tactus/splice.hpp>

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>

using namespace tactus::splice;

namespace {

char bytes[4096];
double matrix[64][32];
int otherArray[64][32];

TEST(ByteRange, TouchingRangesAreDisjoint) {
  EXPECT_TRUE(disjoint(range(bytes, 10), range(bytes + 10, 10)));
  EXPECT_FALSE(disjoint(range(bytes, 11), range(bytes + 10, 10)));
  EXPECT_TRUE(subset(range(bytes + 2, 3), range(bytes, 10)));
  EXPECT_FALSE(subset(range(bytes + 2, 9), range(bytes, 10)));
  EXPECT_FALSE(disjoint(object(matrix), range(&matrix[3][4], 1)));
}

TEST(RangeSet, MergesAndFindsGaps) {
  range_set set{range(bytes, 4), range(bytes + 8, 4), range(bytes + 4, 2)};
  EXPECT_TRUE(subset(range_set{range(bytes, 6)}, set));
  EXPECT_FALSE(subset(range_set{range(bytes, 9)}, set));
  EXPECT_TRUE(disjoint(set, range_set{range(bytes + 6, 2), range(bytes + 12, 5)}));
  EXPECT_FALSE(disjoint(set, range_set{range(bytes + 6, 3)}));
  EXPECT_EQ(hull(unite(set, range_set{range(bytes + 20, 1)})), (address_range{hull(range(bytes, 21))}));
}

TEST(Box, ColumnsOfTheSameRowsAreDisjoint) {
  auto left = rows_and_columns(&matrix[0][0], 32, 0, 64, 0, 16),
       right = rows_and_columns(&matrix[0][0], 32, 0, 64, 16, 32);
  EXPECT_TRUE(disjoint(left, right));
  EXPECT_FALSE(disjoint(left, rows_and_columns(&matrix[0][0], 32, 5, 6, 15, 17)));
  EXPECT_TRUE(subset(rows_and_columns(&matrix[0][0], 32, 5, 6, 3, 4), left));
  // As bytes the two halves overlap.
  EXPECT_FALSE(disjoint(region(left), region(range(&matrix[1][20], 1))));
  EXPECT_TRUE(disjoint(region(left), region(rows_and_columns(&otherArray[0][0], 32, 0, 64, 0, 16))));
  EXPECT_FALSE(interfere(writes(left), writes(right)));
  EXPECT_TRUE(interfere(writes(left), reads(object(matrix))));
}

TEST(Interval, SpacesHaveNothingInCommon) {
  int cells, faces;
  EXPECT_TRUE(disjoint(interval(&cells, 0, 10), interval(&faces, 0, 10)));
  EXPECT_TRUE(disjoint(interval(&cells, 0, 10), interval(&cells, 10, 12)));
  EXPECT_FALSE(disjoint(interval(&cells, 0, 11), interval(&cells, 10, 12)));
  EXPECT_FALSE(disjoint(unite(interval(&cells, 0, 1), interval(&faces, 0, 1)), interval(&cells, 50, 51)));
  // Nothing is known of where they are in memory.
  EXPECT_FALSE(disjoint(region(interval(&cells, 0, 1)), region(range(bytes, 1))));
}

TEST(Subtree, PathsThatPartAreDisjoint) {
  int tree;
  subtree root(&tree);
  EXPECT_TRUE(disjoint(root.child(0), root.child(1)));
  EXPECT_FALSE(disjoint(root.child(0), root.child(0).child(5)));
  EXPECT_TRUE(subset(root.child(0).child(5), root.child(0)));
  EXPECT_FALSE(subset(root.child(0), root.child(0).child(5)));
  EXPECT_TRUE(subset(root.child(3).child(1), unite(root.child(3).child(1), root.child(3).child(2))));
  subtree deep = root;
  for (int level = 0; level < 100; ++level)
    deep = deep.child(1);
  EXPECT_FALSE(disjoint(deep, deep.child(2)));
}

/// The first part by the library's `slice`, and by what C has.
std::pair<chunks, chunks> cut(const chunks &all) {
  auto [part, others] = slice(all);
  tactus_chunks first{all.first, all.last, all.grain, all.offset}, rest;
  EXPECT_EQ(tactus_cut_chunks(&first, &rest) != 0, !is_empty(others));
  EXPECT_EQ(part, (chunks{first.first, first.last, first.grain, first.offset}));
  if (!is_empty(others))
    EXPECT_EQ(others, (chunks{rest.first, rest.last, rest.grain, rest.offset}));
  return {part, others};
}

void cutAll(const chunks &all) {
  std::ptrdiff_t grain = std::max<std::ptrdiff_t>(all.grain, 1);
  chunks rest = all;
  for (std::ptrdiff_t reached = all.first; reached < all.last;) {
    auto [part, others] = cut(rest);
    ASSERT_EQ(part.first, reached);
    ASSERT_TRUE(part.first < part.last && part.last - part.first <= grain);
    ASSERT_TRUE(part.last == all.last || (part.last + all.offset) % grain == 0);
    reached = part.last;
    rest = others;
  }
  EXPECT_TRUE(is_empty(cut(rest).first));
}

TEST(Chunks, AreCutIntoAllTheirParts) {
  for (std::ptrdiff_t first = -7; first < 8; ++first)
    for (std::ptrdiff_t count : {0, 1, 5, 20})
      for (std::ptrdiff_t grain : {PTRDIFF_MIN, std::ptrdiff_t{0}, std::ptrdiff_t{1}, std::ptrdiff_t{3}, PTRDIFF_MAX})
        for (std::ptrdiff_t offset : {-5, 0, 1})
          cutAll({first, first + count, grain, offset});
}

TEST(Effects, InterferenceNeedsAWrite) {
  EXPECT_FALSE(interfere(reads(everything), reads(everything)));
  EXPECT_TRUE(share(reads(everything), reads(range(bytes, 1))));
  EXPECT_TRUE(interfere(reads(range(bytes, 4)), writes(range(bytes + 3, 4))));
  EXPECT_TRUE(interfere(writes(range(bytes, 4)), reads(range(bytes + 3, 4))));
  EXPECT_TRUE(interfere(writes(range(bytes, 4)), writes(range(bytes + 3, 4))));
  EXPECT_FALSE(interfere(effects(), writes(everything)));
}

TEST(Effects, ASetKeepsAnyNumberOfRegionsApart) {
  effects many;
  for (int index = 0; index < 20; ++index)
    many |= writes(range(bytes + 100 * index, 10));
  effects copy = many;
  effects moved = std::move(many);
  for (const effects *all : {&copy, &moved})
    for (int index = 0; index < 20; ++index) {
      EXPECT_TRUE(interfere(*all, reads(range(bytes + 100 * index + 9, 1))));
      EXPECT_FALSE(interfere(*all, reads(range(bytes + 100 * index + 50, 10)))); // the gap behind it
    }
  EXPECT_FALSE(copy.may_be_coarse());
}

TEST(Effects, ALargeSetOfValuesOwnsThem) {
  static int space;
  effects many;
  for (std::uint64_t index = 0; index < 20; ++index)
    many |= reads(interval(&space, 10 * index, 10 * index + 5));
  effects copy = many;
  many = effects();
  for (std::uint64_t index = 0; index < 20; ++index) {
    EXPECT_TRUE(interfere(copy, writes(interval(&space, 10 * index + 4, 10 * index + 5))));
    EXPECT_FALSE(interfere(copy, writes(interval(&space, 10 * index + 5, 10 * index + 10))));
  }
}

TEST(Effects, WhatALargeSetContainsTakesNoRoom) {
  effects many;
  for (int index = 0; index < 8; ++index)
    many |= writes(range(bytes + 100 * index, 10));
  for (int index = 0; index < 8; ++index)
    many |= writes(range(bytes + 100 * index + 2, 5)) | writes(range(bytes + 100 * index + 10, 5));
  EXPECT_EQ(many.written.size(), 8U);
}

TEST(Effects, RangesCoverPieceByPiece) {
  effects whole = reads(range(bytes, 8)) | writes(range(bytes + 8, 8));
  EXPECT_TRUE(covers(whole, reads(range(bytes + 4, 8))));
  EXPECT_FALSE(covers(whole, writes(range(bytes + 4, 8))));
  EXPECT_TRUE(covers(whole, effects()));
  EXPECT_FALSE(covers(whole, reads(range(bytes + 4, 13))));
}

TEST(RegionSet, ExtendAddsOnlyWhatIsGiven) {
  region_set set;
  for (int index = 0; index < 100; ++index)
    set.extend(range(bytes + 2 * index, 1)); // gaps between all: the latest four stay
  EXPECT_EQ(set.size(), region_set::capacity);
  region_set gap;
  gap.add(range(bytes + 197, 1));
  EXPECT_TRUE(disjoint(set, gap));
  set.extend(range(bytes + 197, 1));
  EXPECT_FALSE(disjoint(set, gap));
}

//===--- Laws ---===//

std::mt19937_64 generator(7);
unsigned below(unsigned bound) { return static_cast<unsigned>(generator() % bound); }

region randomRegion() {
  static int space[2];
  std::ptrdiff_t first = below(6), last = first + below(4), column = below(6);
  switch (below(6)) {
  case 0:
    return range(bytes + 8 * first, 8 * static_cast<std::size_t>(last - first));
  case 1:
    return range_set{range(bytes + 8 * first, 8), range(bytes + 8 * last + 16, 8)};
  case 2:
    return rows_and_columns(&matrix[0][0], 32, first, last, column, column + below(4));
  case 3:
    return interval(&space[below(2)], static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(last));
  case 4:
    return subtree(&space[below(2)]).child(below(2)).child(below(2));
  default:
    return below(8) ? region(range(&matrix[first][0], 32)) : region(everything);
  }
}

effects randomEffects() {
  effects result;
  for (unsigned count = below(4); count > 0; --count)
    result |= reads(randomRegion());
  for (unsigned count = below(4); count > 0; --count)
    result |= writes(randomRegion());
  return result;
}

TEST(Laws, Regions) {
  unsigned subsets = 0, disjoints = 0;
  for (int round = 0; round < 100000; ++round) {
    region a = randomRegion(), b = randomRegion(), c = randomRegion();
    ASSERT_EQ(disjoint(a, b), disjoint(b, a));
    if (subset(a, b) && disjoint(b, c)) {
      ASSERT_TRUE(disjoint(a, c) || a.empty());
      ++subsets;
    }
    region both = unite(a, b);
    if (!disjoint(a, c) && !a.empty() && !c.empty()) {
      ASSERT_FALSE(disjoint(both, c)) << round;
    } else {
      ++disjoints;
    }
  }
  EXPECT_GT(subsets, 1000U);
  EXPECT_GT(disjoints, 1000U);
}

TEST(Laws, Effects) {
  unsigned covered = 0;
  for (int round = 0; round < 100000; ++round) {
    effects a = randomEffects(), b = randomEffects(), other = randomEffects();
    ASSERT_EQ(interfere(a, b), interfere(b, a));
    ASSERT_TRUE(covers(a | b, effects()));
    if (interfere(a, other)) {
      ASSERT_TRUE(interfere(a | b, other));
      if (covers(b, a)) {
        ASSERT_TRUE(interfere(b, other));
        ++covered;
      }
    }
  }
  EXPECT_GT(covered, 100U);
}

/// Ranges of bytes, few or many, are compared as their bytes are.
TEST(Laws, RangesOfBytes) {
  unsigned apart = 0;
  constexpr std::size_t Bytes = 2048;
  for (int round = 0; round < 20000; ++round) {
    region_set sets[2];
    std::bitset<Bytes> said[2];
    for (int side = 0; side < 2; ++side)
      for (unsigned count = below(40); count > 0; --count) {
        std::size_t first = below(Bytes - 32), size = below(6);
        sets[side].add(range(bytes + first, size));
        for (std::size_t byte = first; byte < first + size; ++byte)
          said[side].set(byte);
      }
    ASSERT_EQ(disjoint(sets[0], sets[1]), (said[0] & said[1]).none()) << round;
    apart += (said[0] & said[1]).none() && sets[0].size() > 8 && sets[1].size() > 8;
    region_set both = sets[0];
    both.add(std::move(sets[1]));
    region_set some;
    some.add(range(bytes + below(Bytes - 8), 1 + below(8)));
    std::bitset<Bytes> there;
    for (std::uintptr_t byte = some[0].addresses().first; byte < some[0].addresses().last; ++byte)
      there.set(byte - reinterpret_cast<std::uintptr_t>(bytes));
    ASSERT_EQ(disjoint(both, some), (there & (said[0] | said[1])).none()) << round;
  }
  EXPECT_GT(apart, 100U);
}

} // namespace
