// Recursions that only read memory, which LLVM may call as if they were serial: between writes of second branches and
// of loops, before and behind joins, beside exceptions, and in callers that could merge or move their calls.
#include "support.h"
#include <memory>
#include <stdexcept>
#include <tactus/tactus.hpp>
#include <vector>

using tactus::par;

struct Node {
  Node *left, *right;
  long value;
};
static std::vector<std::unique_ptr<Node>> nodes;
static Node *build(int depth) {
  if (depth == 0)
    return nullptr;
  Node *left = build(depth - 1);
  nodes.push_back(std::make_unique<Node>(Node{left, nullptr, static_cast<long>(nodes.size())}));
  Node *node = nodes.back().get();
  node->right = build(depth - 1);
  return node;
}

long sum(const Node *node) {
  if (!node)
    return 0;
  auto [left, right] = par([=] { return sum(node->left); }, [=] { return sum(node->right); });
  return node->value + left + right;
}
long last(const Node *node) {
  if (!node)
    return 0;
  auto [left, right] = par([=] { return last(node->left); }, [=] { return last(node->right); });
  return left + 3 * right + node->value * 5 + left;
}
unsigned product(const Node *node) {
  if (!node)
    return 1;
  auto [left, right] = par([=] { return product(node->left); }, [=] { return product(node->right); });
  return left * right * (node->value | 1) * 3;
}
// The value is read behind a second branch that writes it.
long count(Node *node) {
  if (!node)
    return 0;
  auto [left, right] = par([=] { return count(node->left); },
                           [=] {
                             node->value += 3;
                             return count(node->right);
                           });
  return node->value + left + right;
}
long checked(const Node *node) {
  if (!node)
    return 0;
  auto [left, right] = par([=] { return checked(node->left); }, [=] { return checked(node->right); });
  if (node->value == 400)
    throw std::runtime_error("found");
  return node->value + left + right;
}
void bump(Node *node, long by) {
  if (!node)
    return;
  node->value += by;
  par([=] { bump(node->left, by); }, [=] { bump(node->right, by); });
}
// What `before` reads is written by the second branch of the fork behind it, and by its first branch.
long around(Node *tree) {
  long before = sum(tree->left), beside = sum(tree->right);
  par([=] { bump(tree->left, 1); }, [=] { bump(tree->right, 2); });
  long after = sum(tree->left), behind = sum(tree->right);
  return before * 3 + beside * 5 + after * 7 + behind * 11;
}
// The call in front of the fork is only needed behind its join.
long neededBehind(Node *tree) {
  long before = sum(tree->right), value = tree->right->value;
  auto [first, second] = par([=] { return sum(tree->left); },
                             [=] {
                               bump(tree->right, 1);
                               return sum(tree->right);
                             });
  return first + 3 * second + 5 * before + 7 * value;
}

int main() {
  Node *tree = build(11);
  show("sum", sum(tree));
  show("last", last(tree));
  show("product", product(tree));
  show("count", count(tree));
  show("sum again", sum(tree));
  uint64_t hash = 0;
  for (int round = 0; round < 5; ++round) {
    hash = mix(hash, around(tree));
    hash = mix(hash, neededBehind(tree));
  }
  show("around", hash);
  try {
    show("checked", checked(tree));
  } catch (const std::runtime_error &error) {
    std::printf("%s\n", error.what());
  }
  long total = tactus::parallel_reduce(
      0, 64, 0L, [=](int i) { return sum(i % 2 ? tree->left : tree->right) * i; }, std::plus<long>());
  show("in a loop", total);
  tactus::parallel_for(std::size_t{0}, nodes.size(), [](std::size_t i) {
    long below = sum(nodes[i]->left);
    nodes[i]->value += below < 0;
  });
  show("between writes", sum(tree));
}
