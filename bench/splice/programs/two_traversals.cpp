//===- two_traversals.cpp - one tree, moved from the root down and summed from the leaves up ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// An irregular tree whose nodes lie anywhere in memory, a line of the cache each. A time step moves all nodes, each
// relative to its parent, and then sums up the moved ones from the leaves. No compiler tiles this: where a sub-tree
// ends and what lies in it is only known when it is traversed. Effects are sub-trees.
//
//   plain   two recursive traversals              cilk    the same, with a fork at each larger node
//   serial  with effects, not spliced             splice  the two traversals of each time step spliced
//   tiled   fused by hand: the mark to reach
//
// --rows is the number of nodes, --block that of a sub-tree which is one step.
//
//===----------------------------------------------------------------------===//
#include "../program.h"

#include <numeric>
#include <random>

using namespace splice_bench;

namespace {

struct alignas(64) Node {
  double offset, position, sum;
  Node *children[2];
  Index size;
};

class Tree {
public:
  /// Of `size` nodes: each side gets a fifth to four fifths of what is below a node.
  void make(Index size) {
    nodes_.resize(static_cast<std::size_t>(size));
    std::vector<std::size_t> order(nodes_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), random_);
    next_ = order.data();
    root_ = grow(size);
  }
  [[nodiscard]] Node *root() const { return root_; }

private:
  Node *grow(Index size) {
    if (size == 0)
      return nullptr;
    Node *node = &nodes_[*next_++];
    auto below = static_cast<double>(size - 1);
    auto left = static_cast<Index>(below * (0.2 + 0.6 * static_cast<double>(random_() % 1024) / 1024));
    node->offset = static_cast<double>(random_() % 65536) / 65536 - 0.5;
    node->position = node->sum = 0;
    node->size = size;
    node->children[0] = grow(left);
    node->children[1] = grow(size - 1 - left);
    return node;
  }

  std::mt19937_64 random_{1};
  std::vector<Node> nodes_;
  const std::size_t *next_ = nullptr;
  Node *root_ = nullptr;
};

Tree tree;

/// The root has no parent: it moves from where it is.
void moveNode(Node *node, double parent) { node->position = 0.5 * (node->position + parent) + node->offset; }
void sumNode(Node *node) {
  node->sum = node->position;
  for (const Node *child : node->children)
    if (child)
      node->sum += 0.5 * child->sum;
}

void moveAll(Node *node, double parent) {
  if (!node)
    return;
  moveNode(node, parent);
  for (Node *child : node->children)
    moveAll(child, node->position);
}
void sumAll(Node *node) {
  if (!node)
    return;
  for (Node *child : node->children)
    sumAll(child);
  sumNode(node);
}
void moveAndSumAll(Node *node, double parent) {
  if (!node)
    return;
  moveNode(node, parent);
  for (Node *child : node->children)
    moveAndSumAll(child, node->position);
  sumNode(node);
}

bool isSmall(const Node *node) { return !node || node->size <= options.block; }

void moveInParallel(Node *node, double parent) {
  if (isSmall(node))
    return moveAll(node, parent);
  moveNode(node, parent);
  tactus::par([=] { moveInParallel(node->children[0], node->position); },
              [=] { moveInParallel(node->children[1], node->position); });
}
void sumInParallel(Node *node) {
  if (isSmall(node))
    return sumAll(node);
  tactus::par([=] { sumInParallel(node->children[0]); }, [=] { sumInParallel(node->children[1]); });
  sumNode(node);
}

//===--- With effects ---===//

/// A sub-tree with its place in the tree. What its parent's position is, is read when it moves.
struct Place {
  Node *node, *parent;
  splice::subtree below;

  [[nodiscard]] Place child(unsigned which) const { return {node->children[which], node, below.child(which)}; }
  [[nodiscard]] splice::effects all() const { return splice::writes(below); }
};

splice::effects ofPlace(const Place &place) { return place.all(); }
void moveBody(const Place &place);
void sumBody(const Place &place);
constexpr splice::function<ofPlace, moveBody> movePlace;
constexpr splice::function<ofPlace, sumBody> sumPlace;

double positionAbove(const Place &place) { return place.parent ? place.parent->position : 0; }

/// The parent's position is not among a child's effects. It need not be: the parent's own step declares all that lies
/// below it, so no child's step comes before it, and nothing else in a time step writes positions.
void moveBody(const Place &place) {
  if (isSmall(place.node))
    return splice::step([=] { return place.all(); }, [=] { moveAll(place.node, positionAbove(place)); }, splice::last);
  splice::step([=] { return place.all(); }, [=] { moveNode(place.node, positionAbove(place)); });
  splice::finish(movePlace(place.child(0)), movePlace(place.child(1)));
}
void sumBody(const Place &place) {
  if (isSmall(place.node))
    return splice::step([=] { return place.all(); }, [=] { sumAll(place.node); }, splice::last);
  splice::invoke(sumPlace(place.child(0)));
  splice::invoke(sumPlace(place.child(1)));
  splice::step([=] { return place.all(); }, [=] { sumNode(place.node); }, splice::last);
}

void traverseTwice() {
  Place whole{tree.root(), nullptr, splice::subtree(&tree)};
  splice::invoke(movePlace(whole));
  splice::invoke(sumPlace(whole));
}

struct TwoTraversals {
  static constexpr Index defaultRows = 1 << 20, defaultColumns = 1, defaultPhases = 4;
  static constexpr Index defaultBlock = 4096, defaultGrain = 1, tileGrain = 1;

  static void make() { tree.make(rows()); }
  static std::uint64_t hash() {
    std::uint64_t bits;
    std::memcpy(&bits, &tree.root()->sum, sizeof bits);
    return bits;
  }

  static void run() {
    const std::string &version = options.version;
    for (Index phase = 0; phase < phases(); ++phase)
      if (version == "plain") {
        moveAll(tree.root(), 0);
        sumAll(tree.root());
      } else if (version == "cilk") {
        moveInParallel(tree.root(), 0);
        sumInParallel(tree.root());
      } else if (version == "serial") {
        traverseTwice();
      } else if (version == "tiled") {
        moveAndSumAll(tree.root(), 0);
      } else {
        splice::try_splice(options.count, traverseTwice);
      }
  }
};

} // namespace

int main(int argc, char **argv) { return splice_bench::main<TwoTraversals>(argc, argv); }
