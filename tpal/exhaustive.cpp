//===- exhaustive.cpp - all interleavings of a small program ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The search is a depth-first stack of nodes. A node is a state in which every ready task
// stands before a visible step, together with the step that was taken from it:
//
//   node 0 ──task 0: store──► node 1 ──task 2: join──► node 2 ── ...
//     backtrack {0, 2}          backtrack {2}
//     done      {0}             done      {2}
//
// Happens-before is kept in vector clocks over visible steps, one per task; forks copy
// them, joins take their maximum, dependent steps order each other. If the next step of
// task q in the newest node depends on an earlier step that does not happen before it,
// then the opposite order is possible: q, or a task that q needs, is added to the backtrack
// set of the node that took the earlier step.
//
// Soundness of the parts that are not textbook: the steps between visible ones commute with
// every step of other tasks, so running them eagerly visits a representative of every
// interleaving; a join that only one other task can meet reaches the same state whichever
// side arrives first, and the steps that it enables get the clocks of both sides. The
// unreduced search branches at every join, so the tests cover this argument as well.
//
//===----------------------------------------------------------------------===//
#include "exhaustive.h"

#include "printer.h"

#include <algorithm>

namespace tactus::tpal {

namespace {

using Clock = std::vector<uint32_t>;

void uniteClocks(Clock &target, const Clock &other) {
  if (target.size() < other.size())
    target.resize(other.size());
  for (size_t index = 0; index < other.size(); ++index)
    target[index] = std::max(target[index], other[index]);
}

uint32_t componentOf(const Clock &clock, uint32_t task) { return task < clock.size() ? clock[task] : 0; }

bool areDependent(const SharedAccess &left, const SharedAccess &right) {
  using Kind = SharedAccess::Kind;
  if (left.kind == Kind::Halt || right.kind == Kind::Halt)
    return true;
  if (left.object != right.object || (left.kind == Kind::Meet) != (right.kind == Kind::Meet))
    return false;
  return left.kind == Kind::Meet || left.kind == Kind::Write || right.kind == Kind::Write;
}

struct Node {
  Machine machine;
  /// Per task, the visible steps that happen before its next one.
  std::vector<Clock> clocks;
  std::set<uint32_t> backtrack = {};
  std::set<uint32_t> done = {};
  std::set<uint32_t> sleep = {};
  // The step taken from here.
  uint32_t task = Task::None;
  SharedAccess access = {};
  Clock stepClock = {};
};

class Search {
public:
  Search(const Machine &initial, const ExhaustiveOptions &chosen) : options(chosen) {
    nodes.push_back({initial, std::vector<Clock>(initial.tasks.size())});
    nodes.back().machine.options.everyJoinIsVisible = !options.reduce;
  }

  ExhaustiveReport run() {
    if (settle(nodes.back()))
      openNode();
    while (!nodes.empty() && !finished) {
      Node &node = nodes.back();
      uint32_t next = chooseTask(node);
      if (next == Task::None) {
        nodes.pop_back();
        continue;
      }
      take(next);
    }
    return std::move(report);
  }

private:
  ExhaustiveOptions options;
  ExhaustiveReport report;
  std::vector<Node> nodes;
  bool finished = false;

  static bool isReady(const Machine &machine, uint32_t task) {
    return task < machine.tasks.size() && machine.tasks[task].status == Task::Status::Ready;
  }

  static uint32_t chooseTask(const Node &node) {
    for (uint32_t task : node.backtrack)
      if (!node.done.contains(task) && !node.sleep.contains(task))
        return task;
    return Task::None;
  }

  /// Keeps the clocks up to date with a fork or join that a task has just done.
  static void follow(Node &node, uint32_t task, Stop stop) {
    if (stop == Stop::Forked) {
      Clock copy = node.clocks[task];
      node.clocks.push_back(std::move(copy));
    } else if (stop == Stop::Joined && node.machine.lastMerged != Task::None) {
      uniteClocks(node.clocks[node.machine.lastTask], node.clocks[node.machine.lastMerged]);
    }
  }

  /// Runs every ready task up to its next visible step. False if the execution ended here.
  bool settle(Node &node) {
    Machine &machine = node.machine;
    for (bool progress = true; progress;) {
      progress = false;
      for (uint32_t task = 0; task < machine.tasks.size(); ++task) {
        while (isReady(machine, task)) {
          if (machine.counts.work >= options.stepLimit)
            return end(ExhaustiveReport::Kind::StepLimit,
                       "not finished after " + std::to_string(machine.counts.work) + " instructions");
          Stop stop = machine.runToVisible(task, options.stepLimit - machine.counts.work);
          if (stop == Stop::Visible)
            break;
          progress = true;
          // What it would have done next is done, so it no longer sleeps for the sake of that.
          node.sleep.erase(task);
          if (stop == Stop::Stuck)
            return end(ExhaustiveReport::Kind::Stuck, "stuck: " + machine.describeStuck());
          follow(node, task, stop);
        }
      }
    }
    bool anyReady = std::any_of(machine.tasks.begin(), machine.tasks.end(),
                                [](const Task &task) { return task.status == Task::Status::Ready; });
    if (!anyReady)
      return end(ExhaustiveReport::Kind::Deadlock, "deadlock: no task can run\n" + machine.describeDeadlock());
    return true;
  }

  /// First visit of the newest node: find its races with earlier steps, and choose where to start.
  void openNode() {
    Node &node = nodes.back();
    for (uint32_t task = 0; task < node.machine.tasks.size(); ++task)
      if (isReady(node.machine, task)) {
        if (options.reduce)
          findRace(task, nodes.size() - 1);
        else
          node.backtrack.insert(task);
      }
    if (!options.reduce)
      return;
    for (uint32_t task = 0; task < node.machine.tasks.size(); ++task)
      if (isReady(node.machine, task) && !node.sleep.contains(task)) {
        node.backtrack.insert(task);
        return;
      }
  }

  /// The newest step of nodes[0, count) that the next step of `task` depends on and that does not happen before it.
  void findRace(uint32_t task, size_t count) {
    const Node &newest = nodes.back();
    SharedAccess access = newest.machine.nextAccess(task);
    const Clock &clock = newest.clocks[task];
    for (size_t depth = count; depth-- > 0;) {
      Node &earlier = nodes[depth];
      bool happensBefore = componentOf(earlier.stepClock, earlier.task) <= componentOf(clock, earlier.task);
      if (earlier.task == task || happensBefore || !areDependent(earlier.access, access))
        continue;
      if (isReady(earlier.machine, task)) {
        earlier.backtrack.insert(task);
        return;
      }
      for (size_t between = depth + 1; between < count; ++between) {
        const Node &step = nodes[between];
        if (isReady(earlier.machine, step.task) &&
            componentOf(step.stepClock, step.task) <= componentOf(clock, step.task)) {
          earlier.backtrack.insert(step.task);
          return;
        }
      }
      for (uint32_t other = 0; other < earlier.machine.tasks.size(); ++other)
        if (isReady(earlier.machine, other))
          earlier.backtrack.insert(other);
      return;
    }
  }

  void take(uint32_t task) {
    Node &node = nodes.back();
    node.task = task;
    node.access = node.machine.nextAccess(task);
    node.stepClock = node.clocks[task];
    for (size_t depth = 0; depth + 1 < nodes.size(); ++depth)
      if (areDependent(nodes[depth].access, node.access))
        uniteClocks(node.stepClock, nodes[depth].stepClock);
    if (node.stepClock.size() <= task)
      node.stepClock.resize(task + 1);
    ++node.stepClock[task];
    ++report.transitions;

    Node next{node.machine, node.clocks};
    next.clocks[task] = node.stepClock;
    if (options.reduce) {
      for (const std::set<uint32_t> &asleep : {node.sleep, node.done})
        for (uint32_t sleeper : asleep)
          if (!areDependent(node.machine.nextAccess(sleeper), node.access))
            next.sleep.insert(sleeper);
    }
    node.done.insert(task);
    Stop stop = next.machine.run(task, 1);
    // Moving the nodes of the vector must not happen while `node` is in use.
    nodes.push_back(std::move(next));
    if (stop == Stop::Halted) {
      endHalted();
      return;
    }
    if (stop == Stop::Stuck) {
      end(ExhaustiveReport::Kind::Stuck, "stuck: " + nodes.back().machine.describeStuck());
      return;
    }
    follow(nodes.back(), task, stop);
    if (settle(nodes.back()))
      openNode();
  }

  /// Whatever other tasks were about to do races with the halt that prevented it.
  void endHalted() {
    if (options.reduce)
      for (uint32_t task = 0; task < nodes.back().machine.tasks.size(); ++task)
        if (isReady(nodes.back().machine, task) && task != nodes[nodes.size() - 2].task)
          findRace(task, nodes.size() - 1);
    const Machine &machine = nodes.back().machine;
    std::string result;
    for (const auto &[name, value] : machine.result())
      result += (result.empty() ? "" : "; ") + name + " = " + machine.formatResult(value);
    if (report.firstTrace.empty()) {
      report.firstResult = result;
      report.firstTrace = currentTrace();
    }
    std::string message =
        result == report.firstResult ? "" : "the result is " + result + ", but " + report.firstResult + " at first";
    end(message.empty() ? ExhaustiveReport::Kind::AllAgree : ExhaustiveReport::Kind::Differs, message, result);
  }

  /// Ends the current execution; always false.
  bool end(ExhaustiveReport::Kind kind, const std::string &message, const std::string &result = "") {
    ++report.executions;
    report.allResults.insert(
        kind == ExhaustiveReport::Kind::AllAgree || kind == ExhaustiveReport::Kind::Differs ? result : message);
    if (kind != ExhaustiveReport::Kind::AllAgree && report.kind == ExhaustiveReport::Kind::AllAgree) {
      report.kind = kind;
      report.message = message;
      report.trace = currentTrace();
    }
    if (report.kind != ExhaustiveReport::Kind::AllAgree && options.stopAtFirstFinding)
      finished = true;
    if (!finished && report.executions >= options.executionLimit) {
      finished = true;
      if (report.kind == ExhaustiveReport::Kind::AllAgree) {
        report.kind = ExhaustiveReport::Kind::ExecutionLimit;
        report.message = "not all schedules seen after " + std::to_string(report.executions) + " executions";
      }
    }
    return false;
  }

  [[nodiscard]] std::vector<std::string> currentTrace() const {
    std::vector<std::string> trace;
    for (size_t depth = 0; depth + 1 < nodes.size(); ++depth) {
      const Machine &machine = nodes[depth].machine;
      uint32_t at = machine.tasks[nodes[depth].task].programCounter;
      trace.push_back("task " + std::to_string(nodes[depth].task) + " at " + machine.code->describe(at) + "  " +
                      print(machine.code->sourceOf(at)));
    }
    return trace;
  }
};

} // namespace

ExhaustiveReport checkAllSchedules(const Machine &initial, const ExhaustiveOptions &options) {
  return Search(initial, options).run();
}

} // namespace tactus::tpal
