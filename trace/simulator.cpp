//===- simulator.cpp - a graph on any number of workers -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A virtual worker is a slot of libtactus': a deque, tokens, a clock. What it executes is a cursor, a stack of frames
// over the graph; a cursor that waits in a join belongs to the join until its last task is done. The worker whose clock
// is least makes the next step, of a quarter of a beat at most: polls come as often (half as often in loops that run
// on as they have, which changes little). A step ends when the worker that a promotion has woken comes to steal: else
// it would take back what has been stolen by then.
//
//===----------------------------------------------------------------------===//
#include "simulator.h"
#include "simulator_state.h"

#include "abi/policy.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <queue>

namespace tactus::trace {

namespace {

constexpr Time PollsPerBeat = abi::PollsPerBeat;
/// A run is simulated in about so many steps at most: what takes hours is looked at less often than at every poll.
constexpr Time MostSteps = 5e6;

uint64_t iterationsOf(const Node &node) {
  uint64_t sum = 0;
  for (const Block &block : node.blocks)
    sum += block.iterations;
  return sum;
}

class Simulator {
  const Graph &graph;
  const Policy &policy;
  const Costs &costs;
  std::vector<Worker> workers;
  std::vector<unsigned> idle; // those that have no entry in the queue
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
  size_t queued = 0, rootsLeft;
  /// What the clocks can count at least, and puts one worker's turn after another's.
  Time moment;
  /// Work between two polls.
  Time interval;

public:
  Simulator(const Graph &target, unsigned count, const Policy &how, const Costs &prices)
      : graph(target), policy(how), costs(prices), workers(count), rootsLeft(target.roots.size()) {
    result.workers = count;
    Time whole = measure(target).work;
    for (const Root &root : target.roots)
      whole = std::max(whole, root.start);
    moment = std::max(1e-3, whole * 8 * std::numeric_limits<Time>::epsilon());
    // Without beats nothing is promoted, and polls are no matter.
    Time poll = policy.heartbeat > 0 ? policy.heartbeat / PollsPerBeat : whole;
    interval = std::max({poll, whole / MostSteps, 2 * moment});
  }

  Simulation run();

private:
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
  bool promote(Worker &worker);
  void publish(Worker &worker, Job job);
  bool find(Worker &worker);
};

void Simulator::schedule(unsigned index) {
  Worker &worker = workers[index];
  turns.push({worker.clock, index, ++worker.version});
}

void Simulator::enter(Cursor &cursor, int index) {
  const Node &node = graph.nodes[static_cast<size_t>(index)];
  if (node.kind == Node::Loop) {
    cursor.frames.push_back(Frame::ofLoop(index, 0, iterationsOf(node)));
    return;
  }
  Frame frame;
  frame.kind = Frame::InFork;
  frame.index = index;
  cursor.frames.push_back(frame);
}

/// Begins a task on a worker that has nothing in progress, or on top of a frame that joins.
void Simulator::begin(Worker &worker, const Job &job, bool isStolen) {
  if (isStolen) {
    worker.pollsAtEntry = true;
    worker.credit = interval;
    worker.cursor = std::make_unique<Cursor>();
    worker.tokens = job.tokens + 1;
    worker.nextBeat = worker.clock + policy.heartbeat;
    if (job.meeting) {
      job.meeting->wasStolen = true;
      ++result.steals;
    }
  }
  Cursor &cursor = *worker.cursor;
  Frame task;
  task.kind = Frame::Task;
  task.meeting = job.meeting;
  cursor.frames.push_back(std::move(task));
  cursor.frames.push_back(job.node >= 0 ? Frame::ofLoop(job.node, job.begin, job.end) : Frame::ofSeries(job.series));
}

/// The frame's own part is done. False if it has to wait: then the cursor has left the worker.
bool Simulator::join(Worker &worker, Frame &frame) {
  std::shared_ptr<Meeting> meeting = frame.meeting;
  if (meeting->unfinished == 0) {
    if (meeting->wasStolen)
      worker.clock += costs.join;
    frame.meeting.reset();
    // A thread of the user's that leaves its computation enters the next one with a token and without credit.
    const std::vector<Frame> &frames = worker.cursor->frames;
    bool isOutermost =
        std::none_of(frames.begin(), frames.end(), [](const Frame &one) { return one.meeting != nullptr; });
    if (isOutermost) {
      worker.tokens = std::max<uint64_t>(worker.tokens, 1);
      worker.pollsAtEntry = true;
    }
    return true;
  }
  if (!worker.jobs.empty() && worker.jobs.back().meeting == meeting) {
    Job job = std::move(worker.jobs.back());
    worker.jobs.pop_back();
    --queued;
    begin(worker, job, /*isStolen=*/false);
    return true;
  }
  meeting->waiter = std::move(worker.cursor);
  return false;
}

void Simulator::finishTask(Worker &worker, const std::shared_ptr<Meeting> &meeting) {
  if (!meeting) {
    --rootsLeft;
    result.elapsed = std::max(result.elapsed, worker.clock);
    return;
  }
  --meeting->unfinished;
}

/// Works for `budget` at most. False if the cursor is done or waits.
Simulator::Step Simulator::endTask(Worker &worker) {
  Cursor &cursor = *worker.cursor;
  std::shared_ptr<Meeting> meeting = cursor.frames.back().meeting;
  cursor.frames.pop_back();
  bool isBase = cursor.frames.empty();
  finishTask(worker, meeting);
  if (!isBase)
    return Step::Goes;
  worker.cursor.reset();
  if (!meeting || meeting->unfinished > 0 || !meeting->waiter)
    return Step::Stops;
  // The worker goes on with what has waited for this.
  worker.cursor = std::move(meeting->waiter);
  worker.tokens = std::min(worker.tokens, abi::MaximalTokens);
  return Step::Goes;
}

Simulator::Step Simulator::spend(Worker &worker, Time time, Time &budget) {
  budget -= time;
  worker.clock += time;
  result.busy += time;
  return Step::Spends;
}

Simulator::Step Simulator::workInSeries(Worker &worker, Time &budget) {
  Cursor &cursor = *worker.cursor;
  Frame &frame = cursor.frames.back();
  const std::vector<Item> &items = graph.series[static_cast<size_t>(frame.index)].items;
  if (frame.item == items.size()) {
    cursor.frames.pop_back();
    return Step::Goes;
  }
  const Item &item = items[frame.item];
  if (item.node >= 0) {
    ++frame.item;
    enter(cursor, item.node);
    return Step::Goes;
  }
  Time part = std::min(budget, item.work - frame.done);
  frame.done += part;
  if (frame.done >= item.work) {
    ++frame.item;
    frame.done = 0;
  }
  return spend(worker, part, budget);
}

Simulator::Step Simulator::workInLoop(Worker &worker, Time &budget) {
  Cursor &cursor = *worker.cursor;
  Frame &frame = cursor.frames.back();
  const Node &node = graph.nodes[static_cast<size_t>(frame.index)];
  if (frame.isInside) {
    frame.isInside = false;
    ++frame.next;
  }
  if (frame.next >= frame.end)
    return leave(worker, frame);
  if (worker.pollsAtEntry)
    return pollAtEntry(worker);
  while (frame.next >= frame.blockBegin + node.blocks[frame.block].iterations)
    frame.blockBegin += node.blocks[frame.block++].iterations;
  const Block &block = node.blocks[frame.block];
  if (block.series >= 0) {
    frame.isInside = true;
    cursor.frames.push_back(Frame::ofSeries(block.series));
    return Step::Goes;
  }
  Time price = block.work / static_cast<Time>(block.iterations);
  uint64_t stop = std::min(frame.end, frame.blockBegin + block.iterations);
  Time left = price * static_cast<Time>(stop - frame.next) - frame.done;
  if (left <= budget) {
    frame.next = stop;
    frame.done = 0;
    spend(worker, std::max(left, 0.0), budget);
    return Step::Goes;
  }
  Time reached = frame.done + budget;
  auto whole = static_cast<uint64_t>(std::min(reached / price, static_cast<Time>(stop - frame.next)));
  frame.next = std::min(frame.next + whole, stop - 1);
  frame.done = std::max(reached - static_cast<Time>(whole) * price, 0.0);
  return spend(worker, budget, budget);
}

Simulator::Step Simulator::workInFork(Worker &worker) {
  Cursor &cursor = *worker.cursor;
  Frame &frame = cursor.frames.back();
  const Node &node = graph.nodes[static_cast<size_t>(frame.index)];
  if (frame.branch == 0) {
    frame.branch = 1;
    cursor.frames.push_back(Frame::ofSeries(node.first));
    return worker.pollsAtEntry ? pollAtEntry(worker) : Step::Goes;
  }
  if (!frame.meeting && frame.branch == 1 && node.second >= 0) {
    frame.branch = 2;
    cursor.frames.push_back(Frame::ofSeries(node.second));
    return Step::Goes;
  }
  return leave(worker, frame);
}

Simulator::Step Simulator::leave(Worker &worker, Frame &frame) {
  if (frame.meeting)
    return join(worker, frame) ? Step::Goes : Step::Stops;
  worker.cursor->frames.pop_back();
  return Step::Goes;
}

Simulator::Step Simulator::pollAtEntry(Worker &worker) {
  worker.pollsAtEntry = false;
  worker.credit = 0;
  return Step::Polls;
}

Simulator::Step Simulator::goOn(Worker &worker, Time &budget) {
  switch (worker.cursor->frames.back().kind) {
  case Frame::Task:
    return endTask(worker);
  case Frame::InSeries:
    return workInSeries(worker, budget);
  case Frame::InLoop:
    return workInLoop(worker, budget);
  case Frame::InFork:
    return workInFork(worker);
  }
  return Step::Stops;
}

bool Simulator::work(Worker &worker, Time budget) {
  while (worker.cursor) {
    Cursor &cursor = *worker.cursor;
    if (cursor.frames.empty()) {
      worker.cursor.reset();
      return false;
    }
    cursor.oldest = std::min(cursor.oldest, cursor.frames.size() - 1);
    Step taken = goOn(worker, budget);
    if (taken == Step::Stops)
      return false;
    if (taken == Step::Polls || (taken == Step::Spends && budget <= 0))
      return true;
  }
  return false;
}

void Simulator::publish(Worker &worker, Job job) {
  job.tokens = worker.tokens / 2;
  worker.tokens -= job.tokens;
  job.available = worker.clock;
  worker.jobs.push_back(std::move(job));
  ++queued;
  if (idle.empty())
    return;
  unsigned woken = idle.back();
  idle.pop_back();
  workers[woken].clock = std::max(workers[woken].clock, worker.clock + costs.steal);
  worker.thiefComes = workers[woken].clock;
  schedule(woken);
}

/// The oldest loop or fork that the worker is in.
bool Simulator::promote(Worker &worker) {
  Cursor &cursor = *worker.cursor;
  for (size_t index = cursor.oldest; index < cursor.frames.size(); ++index) {
    Frame &frame = cursor.frames[index];
    bool isInnermost = index + 1 == cursor.frames.size();
    if (frame.kind == Frame::InFork && frame.branch == 1 && !frame.meeting) {
      const Node &node = graph.nodes[static_cast<size_t>(frame.index)];
      if (node.second < 0)
        continue;
      frame.meeting = std::make_shared<Meeting>();
      frame.meeting->unfinished = 1;
      frame.branch = 2;
      worker.clock += costs.promotion;
      Job job;
      job.series = node.second;
      job.meeting = frame.meeting;
      publish(worker, std::move(job));
    } else if (frame.kind == Frame::InLoop && frame.end > frame.next && frame.end - frame.next >= 2) {
      // An innermost loop keeps the first half, any other only the iteration that it is in.
      uint64_t first = isInnermost ? frame.next : frame.next + 1;
      uint64_t total = frame.end - first, middle = first + (total + 1) / 2;
      if (!frame.meeting)
        frame.meeting = std::make_shared<Meeting>();
      worker.clock += costs.promotion;
      uint64_t end = frame.end;
      frame.end = isInnermost ? middle : first;
      auto give = [&](uint64_t from, uint64_t to) {
        if (from >= to)
          return;
        Job job;
        job.node = frame.index;
        job.begin = from;
        job.end = to;
        job.meeting = frame.meeting;
        ++frame.meeting->unfinished;
        publish(worker, std::move(job));
      };
      give(middle, end);
      if (!isInnermost)
        give(first, middle);
    } else {
      if (index == cursor.oldest && frame.kind == Frame::InSeries && index + 1 < cursor.frames.size())
        ++cursor.oldest;
      continue;
    }
    if (worker.tokens > 0)
      --worker.tokens;
    ++result.promotions;
    return true;
  }
  return false;
}

/// A task for every idle worker waits, and one at least.
bool Simulator::hasEnoughQueued(const Worker &worker) const {
  return worker.jobs.size() >= std::max<size_t>(idle.size(), 1);
}

void Simulator::poll(Worker &worker) {
  if (policy.heartbeat <= 0)
    return;
  bool isDue = worker.clock >= worker.nextBeat;
  if (isDue) {
    worker.tokens = std::min(worker.tokens + policy.tokens, abi::MaximalTokens);
    worker.nextBeat = worker.clock + policy.heartbeat;
  }
  bool isRequested = worker.tokens > 0;
  if ((isDue || isRequested) && workers.size() > 1)
    while (!hasEnoughQueued(worker) && promote(worker))
      ;
  if (policy.classicTokens)
    worker.tokens = 0;
}

/// A worker with nothing in progress looks for a task: its own youngest, else the oldest of somebody else's.
bool Simulator::find(Worker &worker) {
  if (!worker.jobs.empty()) {
    Job job = std::move(worker.jobs.back());
    worker.jobs.pop_back();
    --queued;
    begin(worker, job, /*isStolen=*/true);
    return true;
  }
  if (queued == 0)
    return false;
  Worker *victim = nullptr;
  for (Worker &other : workers)
    if (!other.jobs.empty() && (!victim || other.jobs.front().available < victim->jobs.front().available))
      victim = &other;
  if (!victim)
    return false;
  Job job = std::move(victim->jobs.front());
  victim->jobs.pop_front();
  --queued;
  worker.clock = std::max(worker.clock, job.available + costs.steal);
  begin(worker, job, /*isStolen=*/true);
  return true;
}

void Simulator::step(unsigned index) {
  Worker &worker = workers[index];
  if (!worker.cursor && !find(worker)) {
    idle.push_back(index);
    return;
  }
  Time budget = std::max(worker.credit, 0.0);
  if (!worker.jobs.empty() && worker.thiefComes >= worker.clock)
    budget = std::min(budget, worker.thiefComes - worker.clock + moment);
  Time before = worker.clock;
  bool goesOn = work(worker, budget);
  worker.credit -= worker.clock - before;
  // What is left of it may be less than the clock can count.
  if (goesOn && worker.credit <= moment) {
    poll(worker);
    worker.credit = interval;
  }
  schedule(index);
}

Simulation Simulator::run() {
  // Threads of the user's come with a worker of their own as far as there are enough.
  for (const Root &root : graph.roots) {
    auto number = static_cast<unsigned>(&root - graph.roots.data());
    Worker &worker = workers[number % workers.size()];
    Job job;
    job.series = root.series;
    job.available = root.start;
    if (number < workers.size()) {
      worker.clock = root.start;
      begin(worker, job, /*isStolen=*/true);
      worker.nextBeat = root.start;
      schedule(number);
    } else {
      worker.jobs.push_front(std::move(job));
      ++queued;
    }
  }
  for (auto number = static_cast<unsigned>(workers.size()); number-- > graph.roots.size();)
    idle.push_back(number);
  while (rootsLeft > 0 && !turns.empty()) {
    Turn turn = turns.top();
    turns.pop();
    if (turn.version == workers[turn.worker].version)
      step(turn.worker);
  }
  return result;
}

} // namespace

Simulation simulate(const Graph &graph, unsigned workers, const Policy &policy, const Costs &costs) {
  return Simulator(graph, std::max(workers, 1u), policy, costs).run();
}

} // namespace tactus::trace
