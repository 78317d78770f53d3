//===- random_program.h - random recursive programs with effects ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A program is a tree, made from a seed before it runs: calls, and in each call a sequence of further calls, steps,
// steps in parts, and values that decide nothing but have to be waited for. It works on an array of cells. A step reads
// some cells and changes others in a way that does not commute, so any two that interfere and change places show in the
// result. A call declares the cells of all that lies below it, and what follows it is either said, said to be nothing,
// or left to the scheduler. Some calls finish with others, on parts of their cells that do not meet: these may run in
// parallel. Two functions, which call each other and themselves, run the calls.
//
// The same tree is run by plain recursion, which gives the result to compare with.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TEST_SPLICE_RANDOM_PROGRAM_H
#define TACTUS_TEST_SPLICE_RANDOM_PROGRAM_H

#include <tactus/splice.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

namespace random_program {

namespace splice = tactus::splice;

constexpr unsigned Cells = 64;
using Store = std::array<uint64_t, Cells>;

/// A range of cells.
struct Range {
  unsigned first = 0, last = 0;
  [[nodiscard]] bool empty() const { return first >= last; }
};

enum class Kind : uint8_t { Call, Step, Parts, Value };
enum class Rest : uint8_t { Unknown, Given, Last };

struct Node {
  Kind kind = Kind::Step;
  Rest rest = Rest::Unknown;
  Range reads, writes;
  uint64_t salt = 0;
  unsigned grain = 1;
  bool throws = false;
  /// Which of the two functions runs the call.
  bool other = false;
  /// Catches what its values throw.
  bool handles = false;
  /// So many of its children are calls that it finishes with.
  unsigned finishes = 0;
  std::vector<std::unique_ptr<Node>> children;
  splice::effects declared;
  /// What the children behind this one declare together.
  splice::effects behind;
};

struct Failed : std::runtime_error {
  explicit Failed(uint64_t which) : std::runtime_error(std::to_string(which)), salt(which) {}
  uint64_t salt;
};

/// The array that all programs work on.
inline Store cells;

inline splice::byte_range bytesOf(Range range) {
  return range.empty() ? splice::byte_range() : splice::range(cells.data() + range.first, range.last - range.first);
}

/// Effects of a step on `writes`, which also reads `reads`.
inline splice::effects effectsOf(Range reads, Range writes) {
  return splice::reads(bytesOf(reads)) | splice::writes(bytesOf(writes));
}

/// Mixes what is read into what is written. The result depends on the order of all steps that interfere.
inline void work(Range reads, Range writes, uint64_t salt) {
  uint64_t sum = salt;
  for (unsigned cell = reads.first; cell < reads.last; ++cell)
    sum = sum * 0x9e3779b97f4a7c15u + cells[cell];
  for (unsigned cell = writes.first; cell < writes.last; ++cell)
    cells[cell] = (cells[cell] ^ sum) * 0xff51afd7ed558ccdu + cell;
}

class Generator {
public:
  struct Shape {
    unsigned depth = 4, children = 4;
    bool exceptions = false, values = true;
    /// Calls of one level work on the same cells as the one before, like the time steps of a stencil.
    bool symmetric = false;
  };

  Generator(uint64_t seed, Shape shape) : random_(seed), shape_(shape) {}

  std::unique_ptr<Node> call(unsigned depth) { return call(depth, {0, Cells}); }

  /// A call that works on cells of `window`.
  std::unique_ptr<Node> call(unsigned depth, Range window) {
    auto node = std::make_unique<Node>();
    node->kind = Kind::Call;
    node->salt = random_();
    node->handles = shape_.exceptions && chance(4);
    node->other = node->salt % 2 != 0;
    unsigned count = 1 + below(shape_.children);
    for (unsigned index = 0; index < count; ++index)
      node->children.push_back(depth > 0 && chance(2) ? call(depth - 1, window) : leaf(window));
    if (depth > 0 && window.last - window.first >= 4 && !chance(3))
      finish(*node, depth - 1, window);
    declare(*node);
    return node;
  }

  /// Two or three calls at the end, which mostly keep to their own parts of the window.
  void finish(Node &node, unsigned depth, Range window) {
    node.finishes = 2 + below(2);
    for (unsigned index = 0; index < node.finishes; ++index) {
      unsigned left = node.finishes - index, size = (window.last - window.first) / left;
      Range part = {window.first, window.first + size};
      node.children.push_back(call(depth, chance(8) ? window : part));
      window.first = part.last;
    }
  }

  /// Another call of the same function: the same tree with other salts, reading where the first one writes.
  std::unique_ptr<Node> again(const Node &other) {
    auto node = std::make_unique<Node>();
    node->kind = other.kind;
    node->rest = other.rest;
    node->reads = other.reads;
    node->writes = other.writes;
    node->grain = other.grain;
    node->finishes = other.finishes;
    node->other = other.other;
    node->salt = random_();
    for (const auto &child : other.children)
      node->children.push_back(again(*child));
    if (node->kind == Kind::Call)
      declare(*node);
    else
      node->declared = effectsOf(node->reads, node->writes);
    return node;
  }

  std::vector<std::unique_ptr<Node>> program(unsigned calls) {
    std::vector<std::unique_ptr<Node>> result;
    for (unsigned index = 0; index < calls; ++index)
      if (index && chance(8))
        result.push_back(leaf({0, Cells}));
      else
        result.push_back(shape_.symmetric && !result.empty() && result[0]->kind == Kind::Call ? again(*result[0])
                                                                                              : call(shape_.depth));
    return result;
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  bool chance(unsigned of) { return below(of) == 0; }

  Range range(unsigned longest, Range window) {
    unsigned size = window.last - window.first, length = below(std::min(longest, size) + 1);
    unsigned first = window.first + below(size - length + 1);
    return {first, first + length};
  }

  std::unique_ptr<Node> leaf(Range window) {
    auto node = std::make_unique<Node>();
    unsigned kind = below(8);
    node->kind = kind < 5 ? Kind::Step : kind < 7 || !shape_.values ? Kind::Parts : Kind::Value;
    node->reads = range(6, window);
    node->writes = range(node->kind == Kind::Parts ? 12 : 4, window);
    node->grain = 1 + below(4);
    node->salt = random_();
    node->throws = shape_.exceptions && chance(30);
    node->declared = effectsOf(node->reads, node->writes);
    return node;
  }

  /// The effects of a call, and of what follows each of its children.
  void declare(Node &node) {
    splice::effects behind;
    for (std::size_t index = node.children.size(); index-- > 0;) {
      Node &child = *node.children[index];
      child.behind = behind;
      bool isLast = index + 1 == node.children.size();
      child.rest = chance(4) ? Rest::Unknown : isLast && chance(2) ? Rest::Last : Rest::Given;
      behind |= child.declared;
    }
    node.declared = behind;
  }

  std::mt19937_64 random_;
  Shape shape_;
};

//===--- The sequential program ---===//

inline void runPart(const Node &node, const splice::chunks &part) {
  work(node.reads, {static_cast<unsigned>(part.first), static_cast<unsigned>(part.last)}, node.salt);
}

inline void throwIfAsked(const Node &node) {
  if (node.throws)
    throw Failed(node.salt);
}

/// A step changes its cells before it throws, so what has happened before an exception shows.
inline void runStepBody(const Node &node) {
  work(node.reads, node.writes, node.salt);
  throwIfAsked(node);
}

inline splice::chunks partsOf(const Node &node) {
  return {static_cast<std::ptrdiff_t>(node.writes.first), static_cast<std::ptrdiff_t>(node.writes.last),
          static_cast<std::ptrdiff_t>(node.grain), static_cast<std::ptrdiff_t>(node.salt % 3)};
}

inline void runPlain(const Node &node) {
  switch (node.kind) {
  case Kind::Step:
  case Kind::Value:
    return runStepBody(node);
  case Kind::Parts:
    for (splice::chunks left = partsOf(node); !is_empty(left);) {
      auto [part, later] = slice(left);
      runPart(node, part);
      left = later;
    }
    return;
  case Kind::Call:
    for (const auto &child : node.children)
      if (node.handles && child->kind == Kind::Value) {
        try {
          runPlain(*child);
        } catch (const Failed &) {
        }
      } else {
        runPlain(*child);
      }
  }
}

//===--- The annotated program ---===//

inline splice::rest restOf(const Node &node) {
  switch (node.rest) {
  case Rest::Unknown:
    return {};
  case Rest::Given:
    return splice::then(node.behind);
  case Rest::Last:
    return splice::last;
  }
  return {};
}

inline splice::effects declaredBy(const Node *node) { return node->declared; }
void runSpliced(const Node *node);
void runOther(const Node *node);
inline constexpr splice::function<declaredBy, runSpliced> spliced;
inline constexpr splice::function<declaredBy, runOther> splicedOther;

inline void runChild(const Node &child) {
  switch (child.kind) {
  case Kind::Call:
    return child.other ? splice::invoke(splicedOther(&child), restOf(child))
                       : splice::invoke(spliced(&child), restOf(child));
  case Kind::Step:
    return splice::step(child.declared, [node = &child] { runStepBody(*node); }, restOf(child));
  case Kind::Parts:
    return splice::steps(
        partsOf(child),
        [node = &child](const splice::chunks &part) {
          return effectsOf(node->reads, {static_cast<unsigned>(part.first), static_cast<unsigned>(part.last)});
        },
        [node = &child](const splice::chunks &part) { // without splicing all parts come at once
          for (splice::chunks left = part; !is_empty(left);) {
            auto [one, later] = slice(left);
            runPart(*node, one);
            left = later;
          }
        },
        restOf(child));
  case Kind::Value:
    (void)splice::evaluate(
        child.declared,
        [&child] {
          runStepBody(child);
          return 1;
        },
        restOf(child));
  }
}

/// `finish` with the calls chosen so far and those of the children that are left.
template <class... Calls> void finishWith(const Node &node, Calls... calls) {
  std::size_t left = node.finishes - sizeof...(calls);
  if constexpr (sizeof...(calls) > 1)
    if (!left)
      return splice::finish(calls...);
  if constexpr (sizeof...(calls) < 3) {
    const Node *child = node.children[node.children.size() - left].get();
    if (child->other)
      finishWith(node, calls..., splicedOther(child));
    else
      finishWith(node, calls..., spliced(child));
  }
}

inline void runChildren(const Node &node) {
  std::size_t others = node.children.size() - node.finishes;
  for (std::size_t index = 0; index < others; ++index) {
    const auto &child = node.children[index];
    if (node.handles && child->kind == Kind::Value) {
      try {
        runChild(*child);
      } catch (const Failed &) {
      }
    } else {
      runChild(*child);
    }
  }
  if (node.finishes)
    finishWith(node);
}

inline void runSpliced(const Node *node) { runChildren(*node); }
inline void runOther(const Node *node) { runChildren(*node); }

} // namespace random_program

#endif // TACTUS_TEST_SPLICE_RANDOM_PROGRAM_H
