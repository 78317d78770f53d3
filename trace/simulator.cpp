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
#include "simulator_state.h"

namespace tactus::trace {

void Simulator::enter(Cursor &cursor, int index) {
  const Node &node = graph.nodes[static_cast<size_t>(index)];
  if (node.kind == Node::Loop) {
    cursor.frames.push_back(Frame::ofLoop(index, 0, node.iterations()));
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
    worker.clock = std::max(worker.clock, meeting->arrives);
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
    begin(worker, takeJob(worker, /*isOldest=*/false), /*isStolen=*/false);
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
  if (rankOf(worker) != meeting->rank)
    meeting->arrives = std::max(meeting->arrives, worker.clock + network.transit());
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
  if (meeting->arrives > worker.clock || rankOf(worker) != meeting->rank) {
    resume(*meeting, std::max(meeting->arrives, worker.clock));
    return Step::Stops;
  }
  // The worker goes on with what has waited for this.
  worker.cursor = std::move(meeting->waiter);
  worker.tokens = std::min(worker.tokens, abi::MaximalTokens);
  return Step::Goes;
}

Simulator::Step Simulator::spend(Worker &worker, Time time, Time &budget) {
  budget -= time;
  worker.clock += time * slowness;
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

} // namespace tactus::trace
