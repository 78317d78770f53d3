//===- simulator_state.h - what virtual workers have ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Only for simulator.cpp, which goes through the graph, and simulator_balance.cpp, which says who does.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_SIMULATOR_STATE_H
#define TACTUS_TRACE_SIMULATOR_STATE_H

#include "graph.h"
#include "simulator.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <queue>
#include <vector>

namespace tactus::trace {

struct Cursor;

/// The tasks of one frame.
struct Meeting {
  unsigned unfinished = 0;
  bool wasStolen = false;
  std::unique_ptr<Cursor> waiter;
  /// Where it is, and when the last result of another rank comes there.
  unsigned rank = 0;
  Time arrives = 0;
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
  /// Loop: its part begins and ends here; the iteration that is being executed or the next, the block that it is in and
  /// the block's first iteration; `done` is what has been worked of that iteration.
  uint64_t begin = 0, next = 0, end = 0, blockBegin = 0;
  size_t block = 0;
  /// Fork: 0 before the first branch, 1 in it, 2 in the second.
  unsigned branch = 0;
  bool isInside = false; // loop: the present iteration has frames of its own
  std::shared_ptr<Meeting> meeting = {};

  static Frame ofSeries(int series) { return {.index = series}; }
  static Frame ofLoop(int node, uint64_t begin, uint64_t end) {
    return {.kind = InLoop, .index = node, .begin = begin, .next = begin, .end = end};
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

/// What the workers of a rank share.
struct RankState {
  std::vector<unsigned> idle; // those that have no entry in the queue
  size_t queued = 0;
  /// Threads that have waited for a result, and when it is there.
  std::deque<std::pair<std::unique_ptr<Cursor>, Time>> ready;
  Time nextGive = 0;
  bool hasAsked = false;
};

class Simulator {
  const Graph &graph;
  const Policy &policy;
  const Costs &costs;
  const Network &network;
  /// Those of a rank lie next to each other.
  std::vector<Worker> workers;
  std::vector<RankState> ranks;
  bool hasWork = false;
  /// Idle ranks, and when others know. The first ones have asked before the program has begun.
  std::deque<std::pair<unsigned, Time>> asks;
  struct Turn {
    Time clock;
    unsigned worker;
    unsigned version;
    bool operator>(const Turn &other) const {
      return clock != other.clock ? clock > other.clock : worker > other.worker;
    }
  };
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns;
  Simulation result;
  size_t rootsLeft;
  /// What the clocks can count at least, and puts one worker's turn after another's.
  Time moment;
  /// Work between two polls.
  Time interval;
  /// What a time of work takes, beside a progress thread.
  Time slowness = 1;
  /// Of each loop, in a job of several ranks: how many iterations are not divided between ranks.
  std::vector<uint64_t> leaves;

public:
  /// With `count` workers in each rank.
  Simulator(const Graph &target, unsigned count, const Policy &how, const Costs &prices, const Network &between);

  Simulation run();

private:
  [[nodiscard]] unsigned numberOf(const Worker &worker) const {
    return static_cast<unsigned>(&worker - workers.data());
  }
  [[nodiscard]] unsigned rankOf(const Worker &worker) const { return numberOf(worker) / result.workers; }
  RankState &rankHere(const Worker &worker) { return ranks[rankOf(worker)]; }
  void schedule(unsigned index);
  void step(unsigned index);
  bool work(Worker &worker, Time budget);
  /// What a step of work has come to.
  enum class Step {
    /// It cost nothing, or ended with what it worked on.
    Goes,
    /// The budget may be used up.
    Spends,
    /// The worker polls.
    Polls,
    /// The worker has nothing to go on with.
    Stops,
  };
  Step goOn(Worker &worker, Time &budget);
  Step endTask(Worker &worker);
  Step workInSeries(Worker &worker, Time &budget);
  Step workInLoop(Worker &worker, Time &budget);
  Step workInFork(Worker &worker);
  /// The loop or fork is over, but for its join.
  Step leave(Worker &worker, Frame &frame);
  static Step pollAtEntry(Worker &worker);
  Step spend(Worker &worker, Time time, Time &budget);
  bool join(Worker &worker, Frame &frame);
  void enter(Cursor &cursor, int index);
  void begin(Worker &worker, const Job &job, bool isStolen);
  void finishTask(Worker &worker, const std::shared_ptr<Meeting> &meeting);
  [[nodiscard]] bool hasEnoughQueued(const Worker &worker) const;
  void poll(Worker &worker);
  bool promote(Worker &worker, bool forRanks = false);
  [[nodiscard]] std::optional<uint64_t> latentHalf(const Frame &frame) const;
  void publish(Worker &worker, Job job);
  bool find(Worker &worker);
  Job takeJob(Worker &from, bool isOldest);
  Worker *oldestJob(const Worker &worker);
  /// The thread that waits in a join goes on in its rank.
  void resume(Meeting &meeting, Time when);
  void rest(Worker &worker);
  void give(Worker &worker);
  std::optional<unsigned> takeAsk(Time now);
};

} // namespace tactus::trace

#endif // TACTUS_TRACE_SIMULATOR_STATE_H
