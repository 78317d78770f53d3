//===- simulator_state.h - what virtual workers have ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Only for simulator.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_SIMULATOR_STATE_H
#define TACTUS_TRACE_SIMULATOR_STATE_H

#include "graph.h"

#include <deque>
#include <memory>
#include <vector>

namespace tactus::trace {

struct Cursor;

/// The tasks of one frame.
struct Meeting {
  unsigned unfinished = 0;
  bool wasStolen = false;
  std::unique_ptr<Cursor> waiter;
};

struct Job {
  /// Of a loop, or a series.
  int node = -1, series = -1;
  uint64_t begin = 0, end = 0;
  std::shared_ptr<Meeting> meeting;
  uint64_t tokens = 0;
  /// When it may be stolen.
  Time available = 0;
};

struct Frame {
  enum Kind { InSeries, InLoop, InFork, Task };
  Kind kind = InSeries;
  int index = -1; // of the series or node
  /// Series: the item, and how much of its work is done.
  size_t item = 0;
  Time done = 0;
  /// Loop: the iteration that is being executed or the next, the block that it is in and the block's first iteration;
  /// `done` is what has been worked of that iteration.
  uint64_t next = 0, end = 0, blockBegin = 0;
  size_t block = 0;
  /// Fork: 0 before the first branch, 1 in it, 2 in the second.
  unsigned branch = 0;
  bool isInside = false; // loop: the present iteration has frames of its own
  std::shared_ptr<Meeting> meeting = {};

  static Frame ofSeries(int series) { return {.index = series}; }
  static Frame ofLoop(int node, uint64_t begin, uint64_t end) {
    return {.kind = InLoop, .index = node, .next = begin, .end = end};
  }
};

struct Cursor {
  std::vector<Frame> frames;
  /// Frames below this one have nothing latent.
  size_t oldest = 0;
};

struct Worker {
  Time clock = 0, nextBeat = 0;
  uint64_t tokens = 0;
  std::unique_ptr<Cursor> cursor;
  std::deque<Job> jobs; // the oldest in front
  /// Work until the next poll.
  Time credit = 0;
  /// When the worker arrives that its last promotion woke.
  Time thiefComes = -1;
  /// No credit is left: the next loop or fork polls as soon as it begins.
  bool pollsAtEntry = true;
  unsigned version = 0;
};

} // namespace tactus::trace

#endif // TACTUS_TRACE_SIMULATOR_STATE_H
