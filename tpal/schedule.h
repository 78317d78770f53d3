//===- schedule.h - which task runs next ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// TPAL leaves the order of tasks to a load-balancing algorithm. Three of them:
//
//   Sequential     one processor, depth first: a task runs until it stops at a join, then
//                  the newest waiting one
//   Random         one processor that changes to a random task after a few instructions;
//                  the seed decides everything
//   WorkStealing   P virtual processors in lock step, one instruction a tick, each with a
//                  deque: it takes its own newest task, and steals another's oldest
//
// Every schedule of a program that joins correctly has the same result. exhaustive.h checks
// that for all of them.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_SCHEDULE_H
#define TACTUS_TPAL_SCHEDULE_H

#include "machine.h"

namespace tactus::tpal {

struct ScheduleOptions {
  enum class Kind : uint8_t { Sequential, Random, WorkStealing };
  Kind kind = Kind::Sequential;
  uint64_t seed = 1;
  uint32_t processors = 4;
  /// The run is given up after this many instructions.
  uint64_t stepLimit = UINT64_MAX;
};

struct Outcome {
  enum class Kind : uint8_t { Halted, Stuck, Deadlock, StepLimit, Abandoned };
  Kind kind = Kind::Halted;
  /// For work stealing: time in ticks and successful steals.
  uint64_t ticks = 0;
  uint64_t steals = 0;
};

/// Sees every step of a run. A schedule with an observer executes one instruction at a time.
class StepObserver {
public:
  virtual ~StepObserver() = default;
  /// False abandons the run.
  virtual bool beforeStep(const Machine &machine, uint32_t task) = 0;
  virtual void afterStep(const Machine &machine, uint32_t task, Stop stop) = 0;
};

/// A small generator whose sequence is the same on every platform (splitmix64).
class RandomNumbers {
public:
  explicit RandomNumbers(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t mixed = state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return mixed ^ (mixed >> 31);
  }
  /// A number below `bound`, which is not zero.
  uint64_t below(uint64_t bound) { return next() % bound; }

private:
  uint64_t state;
};

/// Runs a fresh machine to its end.
Outcome runSchedule(Machine &machine, const ScheduleOptions &options, StepObserver *observer = nullptr);

/// `halted`, or what went wrong, in full.
[[nodiscard]] std::string describe(const Machine &machine, const Outcome &outcome);

} // namespace tactus::tpal

#endif
