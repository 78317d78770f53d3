//===- schedule.cpp - which task runs next ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "schedule.h"

#include <algorithm>
#include <deque>

namespace tactus::tpal {

namespace {

class Runner {
public:
  Runner(Machine &state, const ScheduleOptions &chosen, StepObserver *watcher)
      : machine(state), options(chosen), observer(watcher), random(chosen.seed) {}

  Outcome run() {
    switch (options.kind) {
    case ScheduleOptions::Kind::Sequential:
      return runSequential();
    case ScheduleOptions::Kind::Random:
      return runRandom();
    case ScheduleOptions::Kind::WorkStealing:
      return runWorkStealing();
    }
    return {};
  }

private:
  static constexpr uint64_t LongQuantum = 1 << 20;
  Machine &machine;
  const ScheduleOptions &options;
  StepObserver *observer;
  RandomNumbers random;
  Outcome outcome;

  /// Runs one task. False if the whole run is over, with the reason in `outcome`.
  bool step(uint32_t task, uint64_t quantum, Stop &stop) {
    if (machine.counts.work >= options.stepLimit)
      return over(Outcome::Kind::StepLimit);
    if (observer != nullptr) {
      if (!observer->beforeStep(machine, task))
        return over(Outcome::Kind::Abandoned);
      quantum = 1;
    }
    stop = machine.run(task, std::min(quantum, options.stepLimit - machine.counts.work));
    if (observer != nullptr)
      observer->afterStep(machine, task, stop);
    if (stop == Stop::Halted)
      return over(Outcome::Kind::Halted);
    if (stop == Stop::Stuck)
      return over(Outcome::Kind::Stuck);
    return true;
  }

  bool over(Outcome::Kind kind) {
    outcome.kind = kind;
    return false;
  }

  Outcome runSequential() {
    std::vector<uint32_t> ready;
    uint32_t current = 0;
    Stop stop = Stop::Budget;
    while (step(current, LongQuantum, stop)) {
      if (stop == Stop::Forked) {
        ready.push_back(machine.lastTask);
      } else if (stop == Stop::Joined) {
        current = machine.lastTask;
        if (current != Task::None)
          continue;
        if (ready.empty()) {
          over(Outcome::Kind::Deadlock);
          break;
        }
        current = ready.back();
        ready.pop_back();
      }
    }
    return outcome;
  }

  Outcome runRandom() {
    std::vector<uint32_t> ready = {0};
    Stop stop = Stop::Budget;
    while (!ready.empty()) {
      size_t chosen = random.below(ready.size());
      // Mostly short turns, so that joins meet in every order, and sometimes a long one, so that tasks overtake.
      uint64_t quantum = random.below(8) == 0 ? 256 : 1 + random.below(16);
      if (!step(ready[chosen], quantum, stop))
        return outcome;
      if (stop == Stop::Forked) {
        ready.push_back(machine.lastTask);
      } else if (stop == Stop::Joined) {
        ready[chosen] = ready.back();
        ready.pop_back();
        if (machine.lastTask != Task::None)
          ready.push_back(machine.lastTask);
      }
    }
    over(Outcome::Kind::Deadlock);
    return outcome;
  }

  struct Processor {
    uint32_t current = Task::None;
    /// Newest at the back; thieves take from the front.
    std::deque<uint32_t> ready;
  };

  Outcome runWorkStealing() {
    std::vector<Processor> processors(std::max<uint32_t>(options.processors, 1));
    processors[0].current = 0;
    for (;; ++outcome.ticks) {
      bool anyBusy = false;
      for (size_t index = 0; index < processors.size(); ++index) {
        Processor &processor = processors[index];
        if (processor.current == Task::None) {
          anyBusy |= findTask(processors, index);
          continue;
        }
        anyBusy = true;
        Stop stop = Stop::Budget;
        if (!step(processor.current, 1, stop)) {
          ++outcome.ticks;
          return outcome;
        }
        if (stop == Stop::Forked) {
          processor.ready.push_back(machine.lastTask);
        } else if (stop == Stop::Joined) {
          processor.current = machine.lastTask;
          if (processor.current == Task::None && !processor.ready.empty()) {
            processor.current = processor.ready.back();
            processor.ready.pop_back();
          }
        }
      }
      if (!anyBusy) {
        over(Outcome::Kind::Deadlock);
        return outcome;
      }
    }
  }

  /// One attempt to steal, which takes a tick. True if some task is still waiting to be run.
  bool findTask(std::vector<Processor> &processors, size_t thief) {
    Processor &victim = processors[random.below(processors.size())];
    if (!victim.ready.empty()) {
      processors[thief].current = victim.ready.front();
      victim.ready.pop_front();
      ++outcome.steals;
      return true;
    }
    return std::any_of(processors.begin(), processors.end(),
                       [](const Processor &processor) { return !processor.ready.empty(); });
  }
};

} // namespace

Outcome runSchedule(Machine &machine, const ScheduleOptions &options, StepObserver *observer) {
  return Runner(machine, options, observer).run();
}

std::string describe(const Machine &machine, const Outcome &outcome) {
  switch (outcome.kind) {
  case Outcome::Kind::Halted:
    return "halted";
  case Outcome::Kind::Stuck:
    return "stuck: " + machine.describeStuck();
  case Outcome::Kind::Deadlock:
    return "deadlock: no task can run\n" + machine.describeDeadlock();
  case Outcome::Kind::StepLimit:
    return "not finished after " + std::to_string(machine.counts.work) + " instructions";
  case Outcome::Kind::Abandoned:
    return "abandoned";
  }
  return "";
}

} // namespace tactus::tpal
