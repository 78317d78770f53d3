// Flags: -std=c++20
// Effects that are computed from memory: members, references, vectors, trees, tables of rows; and what changes these.
#include <cstdio>
#include <tactus/splice.h>
#include <vector>

enum { Size = 1024, Leaf = 64, Width = 16 };
using Array = std::vector<unsigned>;
#define RANGE(p, l, h) tactus_range((p) + (l), (p) + (h))

static void mix(unsigned &sum, const Array &values) {
  for (unsigned value : values)
    sum = sum * 31 + value;
}

// Member functions, of which one changes the object.
class Grid {
  Array now, next;

public:
  explicit Grid(unsigned seed) : now(Size, seed), next(Size) {
    for (unsigned i = 0; i < Size; ++i)
      now[i] += i * i;
  }
  void add(unsigned &sum) const { mix(sum, now); }
#pragma splice func Reads(RANGE(now.data(), l ? l - 1 : 0, h), RANGE(other.now.data(), l, h))                          \
    Writes(RANGE(next.data(), l, h))
  void flow(const Grid &other, long l, long h) {
    if (h - l > Leaf) {
      flow(other, l, (l + h) / 2);
      flow(other, (l + h) / 2, h);
      return;
    }
#pragma splice step Reads(RANGE(now.data(), l ? l - 1 : 0, h), RANGE(other.now.data(), l, h))                          \
    Writes(RANGE(next.data(), l, h))
    for (long i = l; i < h; ++i)
      next[i] = now[i] * 3 + now[i ? i - 1 : 0] + other.now[i];
  }
#pragma splice func Reads(RANGE(next.data(), l, h)) Writes(RANGE(now.data(), l, h))
  void copy(long l, long h) {
    if (h - l > Leaf) {
      copy(l, (l + h) / 2);
      copy((l + h) / 2, h);
      return;
    }
#pragma splice step Reads(RANGE(next.data(), l, h)) Writes(RANGE(now.data(), l, h))
    for (long i = l; i < h; ++i)
      now[i] = next[i];
  }
#pragma splice func Writes(tactus_range(this, this + 1))
  void turn() { now.swap(next); }
};

static unsigned members() {
  Grid a(1), b(7), c(3);
#pragma splice try(8)
  for (int step = 0; step < 12; ++step) {
    a.flow(b, 0, Size);
    b.flow(c, 0, Size);
    c.flow(a, 0, Size);
    if (step % 4 == 3) {
      a.turn();
      b.copy(0, Size);
    }
  }
  unsigned sum = 0;
  a.add(sum), b.add(sum), c.add(sum);
  return sum;
}

// References that steps keep, local ones too; a constant one to a part of an object.
#pragma splice func Reads(RANGE(from.data(), l, h), tactus_range(&factor, &factor + 1)) Writes(RANGE(to.data(), l, h))
static void scale(const Array &from, Array &to, const unsigned &factor, long l, long h) {
  if (h - l > Leaf) {
    scale(from, to, factor, l, (l + h) / 2);
    scale(from, to, factor, (l + h) / 2, h);
    return;
  }
  const Array &source = from;
#pragma splice step Reads(RANGE(source.data(), l, h), tactus_range(&factor, &factor + 1)) Writes(RANGE(to.data(), l, h))
  for (long i = l; i < h; ++i)
    to[i] = source[i] * factor + to[i];
}

static unsigned references() {
  Array arrays[3] = {Array(Size, 5), Array(Size, 6), Array(Size, 7)};
  struct {
    unsigned factor;
  } some = {3};
#pragma splice try(6)
  for (int step = 0; step < 12; ++step) {
    scale(arrays[step % 3], arrays[(step + 1) % 3], some.factor, 0, Size);
    if (step == 7)
      some.factor = 11;
  }
#pragma splice try(6)
  for (int step = 0; step < 12; ++step)
    scale(arrays[step % 3], arrays[(step + 1) % 3], some.factor, 0, Size);
  unsigned sum = 0;
  for (const Array &array : arrays)
    mix(sum, array);
  return sum;
}

// A tree, of which a part may be missing.
struct Node {
  Node *left, *right;
  unsigned *data;
  long count;
};
#pragma splice func Reads(RANGE(node->data, 0, node->count), RANGE(weights, 0, node->count))                           \
    Writes(RANGE(node -> data, 0, node->count))
static void visit(Node *node, const unsigned *weights) {
  if (!node->left && !node->right) {
#pragma splice step Reads(RANGE(node->data, 0, node->count), RANGE(weights, 0, node->count))                           \
    Writes(RANGE(node -> data, 0, node->count))
    for (long i = 0; i < node->count; ++i)
      node->data[i] = node->data[i] * 3 + weights[i];
    return;
  }
  if (node->left)
    visit(node->left, weights);
  Node *right = node->right;
  if (right)
    visit(right, weights + (node->left ? node->left->count : 0));
}

static Node *plant(std::vector<Node> &nodes, unsigned *data, long count) {
  Node node{nullptr, nullptr, data, count};
  if (count > Leaf) {
    long half = count / 2;
    if (count % 3)
      node.left = plant(nodes, data, half);
    node.right = plant(nodes, data + (node.left ? half : 0), node.left ? count - half : count - 1);
  }
  nodes.push_back(node);
  return &nodes.back();
}

static unsigned trees() {
  std::vector<Node> nodes;
  nodes.reserve(16 * Size);
  Array data(Size, 1), other(Size, 2);
  Node *one = plant(nodes, data.data(), Size), *two = plant(nodes, other.data(), Size);
  const unsigned *ofOne = other.data(), *ofTwo = data.data();
#pragma splice try(6)
  for (int step = 0; step < 9; ++step) {
    visit(one, ofOne);
    visit(two, ofTwo);
  }
  unsigned sum = 0;
  mix(sum, data), mix(sum, other);
  return sum;
}

// Rows that a table names, some at a time. A call may change the table.
static unsigned plane[Size / Width + 2][Width], *table[Size / Width + 2];
#pragma splice func Reads(RANGE(rows[l - 1], 0, (h - l + 2) * Width)) Writes(RANGE(rows[l], 0, (h - l) * Width))
static void smooth(unsigned **rows, long l, long h, long shift) {
  if (h - l > 8) {
    smooth(rows, l, (l + h) / 2, shift);
    smooth(rows, (l + h) / 2, h, shift);
    return;
  }
  struct tactus_chunks part = {l, h, 2, shift};
#pragma splice step Reads(RANGE(rows[part.first - 1], 0, (part.last - part.first + 2) * Width))                        \
    Writes(RANGE(rows[part.first], 0, (part.last - part.first) * Width)) Slice(part)
  for (ptrdiff_t i = part.first; i < part.last; ++i)
    for (int k = 0; k < Width; ++k)
      rows[i][k] = rows[i - 1][k] + rows[i][k] * 3 + rows[i + 1][k];
}
#pragma splice func Reads(RANGE(rows, 0, 2)) Writes(RANGE(rows, 0, 2))
static void exchange(unsigned **rows) {
  unsigned *first = rows[0];
  rows[0] = rows[1];
  rows[1] = first;
}

static unsigned tables() {
  for (int i = 0; i < Size / Width + 2; ++i) {
    table[i] = plane[i];
    for (int k = 0; k < Width; ++k)
      plane[i][k] = i * k;
  }
#pragma splice try(5)
  for (int step = 0; step < 15; ++step) {
    smooth(table, 1, Size / Width + 1, step);
    if (step % 5 == 2) {
      exchange(table);
      exchange(table);
    }
  }
  unsigned sum = 0;
  for (auto &row : plane)
    for (unsigned value : row)
      sum = sum * 31 + value;
  return sum;
}

// Calls change what the effects of those behind them are computed from, deep in the recursion.
struct Cursor {
  unsigned *at;
};
static unsigned tape[Size];
#pragma splice func Reads(RANGE(tape, 0, Size), tactus_range(c, c + 1))                                                \
    Writes(RANGE(tape, 0, Size), tactus_range(c, c + 1))
static void walk(Cursor *c, int depth) {
  if (depth > 0) {
    walk(c, depth - 1);
#pragma splice step Writes(tactus_range(c, c + 1)) Reads(tactus_range(c, c + 1))
    c->at += 3;
    walk(c, depth - 1);
    return;
  }
#pragma splice step Reads(RANGE(c->at, 0, 1), tactus_range(c, c + 1)) Writes(RANGE(c -> at, 0, 1))
  *c->at = *c->at * 3 + 1;
}

static unsigned cursors() {
  Cursor first = {tape}, second = {tape + 1};
#pragma splice try(4)
  for (int step = 0; step < 4; ++step) {
    walk(&first, 4);
    walk(&second, 4);
  }
  unsigned sum = 0;
  for (unsigned value : tape)
    sum = sum * 31 + value;
  return sum;
}

int main() {
  std::printf("%u %u %u %u %u\n", members(), references(), trees(), tables(), cursors());
  return 0;
}
