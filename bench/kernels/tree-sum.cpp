//===- tree-sum.cpp - the sum over the nodes of a binary tree ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One addition a node; the forks' cost shows as in fib, next to that of memory. Two shapes, by TREE_SHAPE:
//
//   TREE_BALANCED   all leaves at nearly the same depth
//   TREE_SKEWED     one child has all but a 64th of the nodes below, and which one is random: a thousand levels deep,
//                   so that the latent forks on the stack are many and of very different worth
//
// Nodes lie in depth-first order, as if an ordinary recursive function had allocated them. The sum is taken several
// times, to outlast the clock.
//
//===----------------------------------------------------------------------===//
#include "forks.h"
#include "workload.h"

#define TREE_BALANCED 1
#define TREE_SKEWED 2

#ifndef TREE_SHAPE
#define TREE_SHAPE TREE_BALANCED
#endif

namespace {

constexpr int Passes = 4;

struct Node {
  Node *left, *right;
  uint64_t value;
};

Node *pool;
// Volatile, so that each pass is a sum of its own to the compiler.
Node *volatile root;
size_t nodeCount;
uint64_t results[Passes];

// The kernel.
uint64_t sum(const Node *node) {
  if (!node)
    return 0;
#ifdef BENCH_PAR
  auto [left, right] = tactus::par([=] { return sum(node->left); }, [=] { return sum(node->right); });
#else
  uint64_t left, right;
#pragma omp task shared(left)
  left = sum(node->left);
#pragma omp task shared(right)
  right = sum(node->right);
#pragma omp taskwait
#endif
  return left + right + node->value;
}

// A tree of `count` nodes at `pool + *next` and after it.
Node *build(size_t count, size_t *next, uint64_t *seed) {
  if (count == 0)
    return nullptr;
  Node *node = pool + (*next)++;
  node->value = nextRandom(seed);
  size_t below = count - 1, left = below / 2;
  if (TREE_SHAPE == TREE_SKEWED) {
    size_t small = below / 64;
    left = node->value >> 63 ? small : below - small;
  }
  node->left = build(left, next, seed);
  node->right = build(below - left, next, seed);
  return node;
}

void prepare(size_t size, uint64_t seed) {
  nodeCount = size;
  pool = static_cast<Node *>(allocate(size, sizeof(Node)));
  size_t next = 0;
  root = build(size, &next, &seed);
}

void reset() {
  for (uint64_t &result : results)
    result = 0;
}

void run() {
  for (uint64_t &result : results) {
#pragma omp parallel
#pragma omp single
    result = sum(root);
  }
}

double checksum() {
  uint64_t total = 0;
  for (uint64_t result : results)
    total += result;
  return exactChecksum(total);
}

// All nodes lie in the pool: no need to walk.
double verify() {
  uint64_t expected = 0;
  for (size_t i = nodeCount; i-- > 0;)
    expected += pool[i].value;
  for (uint64_t result : results)
    if (result != expected)
      return 1;
  return 0;
}

} // namespace

extern "C" const Workload workload = {TREE_SHAPE == TREE_SKEWED ? "tree-sum-skewed" : "tree-sum",
                                      "nodes of the tree",
                                      16000000,
                                      0,
                                      prepare,
                                      reset,
                                      run,
                                      checksum,
                                      verify};
