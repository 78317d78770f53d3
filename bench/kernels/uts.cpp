//===- uts.cpp - unbalanced tree search ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Counts the nodes of a tree that exists only as a random process: a node is a SHA-1 digest, its children are the
// digests of it and their number, and the digest says how many there are. A binomial tree: the root has `size`
// children, any other node has 8 with probability 0.124875, else none, which is so close to 1/8 that subtrees are of
// all sizes and their sizes say nothing beforehand. With the default size and seed this is tree T3 of the benchmark
// that introduced it, 4112897 nodes, 1572 levels (Olivier et al.: "UTS: An Unbalanced Tree Search Benchmark", LCPC
// 2006).
//
// A fork for every child: the subtree below it, and beside it the children that follow.
//
//===----------------------------------------------------------------------===//
#include "forks.h"
#include "workload.h"

#include <cstring>
#include <vector>

namespace {

constexpr size_t DefaultSize = 2000;
constexpr uint64_t NodesOfT3 = 4112897, SeedOfT3 = 42;
constexpr uint32_t ChildCount = 8;
constexpr double BranchingProbability = 0.124875;

struct Digest {
  uint32_t words[5];
};

uint32_t rootChildren, rootSeed;
uint64_t result;

inline uint32_t rotateLeft(uint32_t word, int bits) { return word << bits | word >> (32 - bits); }

// SHA-1 (FIPS 180-4) of a message that with its padding is one block.
inline Digest sha1(const uint32_t (&block)[16]) {
  uint32_t schedule[80];
  std::memcpy(schedule, block, sizeof(block));
  for (int i = 16; i < 80; ++i)
    schedule[i] = rotateLeft(schedule[i - 3] ^ schedule[i - 8] ^ schedule[i - 14] ^ schedule[i - 16], 1);

  constexpr Digest Start = {{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}};
  uint32_t a = Start.words[0], b = Start.words[1], c = Start.words[2], d = Start.words[3], e = Start.words[4];
  auto step = [&](uint32_t f, uint32_t constant, uint32_t word) {
    uint32_t next = rotateLeft(a, 5) + f + e + constant + word;
    e = d;
    d = c;
    c = rotateLeft(b, 30);
    b = a;
    a = next;
  };
  for (int i = 0; i < 20; ++i)
    step((b & c) | (~b & d), 0x5a827999, schedule[i]);
  for (int i = 20; i < 40; ++i)
    step(b ^ c ^ d, 0x6ed9eba1, schedule[i]);
  for (int i = 40; i < 60; ++i)
    step((b & c) | (b & d) | (c & d), 0x8f1bbcdc, schedule[i]);
  for (int i = 60; i < 80; ++i)
    step(b ^ c ^ d, 0xca62c1d6, schedule[i]);
  return {{a + Start.words[0], b + Start.words[1], c + Start.words[2], d + Start.words[3], e + Start.words[4]}};
}

// The digest of 16 zero bytes and the seed.
Digest rootOf(uint32_t seed) { return sha1({0, 0, 0, 0, seed, 0x80000000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20 * 8}); }

// The digest of the parent's and the child's number.
Digest childOf(const Digest &parent, uint32_t number) {
  const uint32_t *words = parent.words;
  return sha1({words[0], words[1], words[2], words[3], words[4], number, 0x80000000, 0, 0, 0, 0, 0, 0, 0, 0, 24 * 8});
}

inline uint32_t childrenOf(const Digest &node) {
  return (node.words[4] & 0x7fffffff) * 0x1p-31 < BranchingProbability ? ChildCount : 0;
}

uint64_t countChildren(const Digest &node, uint32_t first, uint32_t end);

// Nodes of the subtree below child `number` of `parent`, the child included.
inline uint64_t countChild(const Digest &parent, uint32_t number) {
  Digest child = childOf(parent, number);
  return 1 + countChildren(child, 0, childrenOf(child));
}

// The kernel: nodes below the children [first, end) of `node`, which lives until all of them have been counted.
uint64_t countChildren(const Digest &node, uint32_t first, uint32_t end) {
  if (first == end)
    return 0;
#ifdef BENCH_PAR
  auto [here, others] = tactus::par([&node, first] { return countChild(node, first); },
                                    [&node, first, end] { return countChildren(node, first + 1, end); });
#else
  uint64_t here, others;
#pragma omp task shared(here, node)
  here = countChild(node, first);
#pragma omp task shared(others, node)
  others = countChildren(node, first + 1, end);
#pragma omp taskwait
#endif
  return here + others;
}

void prepare(size_t size, uint64_t seed) {
  rootChildren = static_cast<uint32_t>(size);
  rootSeed = static_cast<uint32_t>(seed - 1 + SeedOfT3);
}

void reset() { result = 0; }

void run() {
  Digest root = rootOf(rootSeed);
#pragma omp parallel
#pragma omp single
  result = 1 + countChildren(root, 0, rootChildren);
}

double checksum() { return exactChecksum(result); }

// Counts breadth first, and compares with the published size of T3 and, for the digest, with a published example.
double verify() {
  Digest abc = sha1({0x61626380, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3 * 8});
  if (abc.words[0] != 0xa9993e36 || abc.words[4] != 0x9cd0d89d)
    return 1;
  if (rootChildren == DefaultSize && rootSeed == SeedOfT3 && result != NodesOfT3)
    return 1;
  std::vector<Digest> level;
  Digest root = rootOf(rootSeed);
  for (uint32_t child = 0; child < rootChildren; ++child)
    level.push_back(childOf(root, child));
  uint64_t nodes = 1;
  while (!level.empty()) {
    nodes += level.size();
    std::vector<Digest> next;
    for (const Digest &node : level)
      for (uint32_t child = 0; child < childrenOf(node); ++child)
        next.push_back(childOf(node, child));
    level.swap(next);
  }
  return result == nodes ? 0 : 1;
}

} // namespace

extern "C" const Workload workload = {"uts", "children of the root", DefaultSize, 0, prepare, reset, run, checksum,
                                      verify};
