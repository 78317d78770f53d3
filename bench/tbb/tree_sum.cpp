//===- tree_sum.cpp - a tree summed by parallel_invoke --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A tree whose nodes are summed by parallel_invoke, a task at each.
//
//===----------------------------------------------------------------------===//
// GRAINS: 16 256 4096
// SIZES: 20 14
#include "measure.h"

#include <tbb/parallel_invoke.h>

#include <memory>

struct Node {
  double value;
  long count; // of the nodes from here down
  std::unique_ptr<Node> left, right;
};

static std::unique_ptr<Node> grow(long depth, uint64_t seed) {
  if (depth == 0)
    return nullptr;
  // Lopsided: one side is up to three levels lower.
  long other = depth - 1 - static_cast<long>(bench::random(seed) % 4);
  auto left = grow(depth - 1, 2 * seed + 1), right = grow(other < 0 ? 0 : other, 2 * seed + 2);
  long count = 1 + (left ? left->count : 0) + (right ? right->count : 0);
  return std::make_unique<Node>(static_cast<double>(seed % 1000), count, std::move(left), std::move(right));
}

static double serialSum(const Node *node) {
  return node ? node->value + serialSum(node->left.get()) + serialSum(node->right.get()) : 0;
}

static double sum(const Node *node) {
  if (!node)
    return 0;
  if (bench::isSerial(node->count))
    return serialSum(node);
  double left, right;
  tbb::parallel_invoke([&] { left = sum(node->left.get()); }, [&] { right = sum(node->right.get()); });
  return node->value + left + right;
}

int main(int argc, char **argv) {
  return bench::run(argc, argv, [](long depth) {
    return [tree = std::shared_ptr<Node>(grow(depth, 0))] {
      double total = 0;
      for (int round = 0; round < 8; ++round)
        total += sum(tree.get());
      return total;
    };
  });
}
