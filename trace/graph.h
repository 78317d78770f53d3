//===- graph.h - the parallelism of a run as a tree -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What a program did and what it could have done at the same time, at the resolution of a beat:
//
//     series   work 120 µs, loop, work 3 µs, fork, …        one after the other
//     loop     blocks of iterations, each independent of the others. A block is many iterations that together took
//              some time, and are taken for equal; or one iteration, a series of its own
//     fork     two series, independent of each other
//
// It is the serial elision: which part ran as a task, and where, is not in it. So it can be executed anew with any
// number of workers (simulator.h), and work and span are its sums and maxima.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_GRAPH_H
#define TACTUS_TRACE_GRAPH_H

#include "recording.h"

#include <vector>

namespace tactus::trace {

/// Work, or, if `node` is not -1, a loop or fork.
struct Item {
  Time work = 0;
  int node = -1;
};

struct Series {
  std::vector<Item> items;
};

struct Block {
  uint64_t iterations = 0;
  /// Of all its iterations together; if it has a series, nothing.
  Time work = 0;
  /// Of a single iteration: the index of its series, else -1.
  int series = -1;
};

struct Node {
  enum Kind { Loop, Fork };
  Kind kind = Loop;
  int place = -1;
  /// Loop.
  std::vector<Block> blocks;
  /// Fork: indices of series.
  int first = -1, second = -1;

  /// Of a loop.
  [[nodiscard]] uint64_t iterations() const;
};

/// A thread of the user's.
struct Root {
  Time start = 0;
  int series = -1;
};

struct Graph {
  std::vector<Series> series;
  std::vector<Node> nodes;
  std::vector<Root> roots;

  int addSeries();
  int addNode(Node::Kind kind, int place);
  /// Adds to the end of a series.
  void addWork(int index, Time work);
};

/// Work of all, and the longest chain of what cannot run at the same time.
struct WorkSpan {
  Time work = 0, span = 0;
};

[[nodiscard]] WorkSpan measure(const Graph &graph);

/// The main thread's work before its first loop or fork, and behind the last one; all is before if there is none.
struct SerialEnds {
  Time before = 0, behind = 0;
};
[[nodiscard]] SerialEnds serialEnds(const Graph &graph);

/// The same for each place: what its loops or forks hold, in all executions together. What a recursion holds counts
/// once, however many executions are around it.
struct PlaceWork {
  /// Executions that were seen at a beat or a promotion. Nobody counts the others: that would cost each of them.
  uint64_t executions = 0;
  Time work = 0, span = 0;
};
[[nodiscard]] std::vector<PlaceWork> measurePlaces(const Graph &graph, size_t placeCount);

} // namespace tactus::trace

#endif // TACTUS_TRACE_GRAPH_H
