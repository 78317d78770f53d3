//===- simulator_balance.cpp - which virtual worker executes what ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Within a rank as in libtactus: promotions, steals, joins. Between ranks as in <tactus/cluster.hpp>: a rank in which
// nobody is awake has an ask, and a rank that works gives its oldest task to one that asks, on a beat of its own. Asks
// are in one place here, and known to all as soon as a message would be there. Any loop or fork may travel. What a loop
// gives away is the second half of an interval, as it is a tree of forks there; so if it begins late, the ranks share
// what is left again.
//
//===----------------------------------------------------------------------===//
#include "simulator_state.h"

#include "abi/policy.h"

#include <limits>
#include <utility>

namespace tactus::trace {

namespace {

constexpr Time PollsPerBeat = abi::PollsPerBeat;
/// A run is simulated in about so many steps at most: what takes hours is looked at less often than at every poll.
constexpr Time MostSteps = 5e6;

} // namespace

Simulator::Simulator(const Graph &target, unsigned count, const Policy &how, const Costs &prices,
                     const Network &between)
    : graph(target), policy(how), costs(prices), network(between), workers(size_t{count} * between.ranks),
      ranks(between.ranks), rootsLeft(target.roots.size()) {
  result.workers = count;
  result.ranks = between.ranks;
  Time whole = measure(target).work;
  for (const Root &root : target.roots)
    whole = std::max(whole, root.start);
  moment = std::max(1e-3, whole * 8 * std::numeric_limits<Time>::epsilon());
  // Without beats nothing is promoted, and polls are no matter.
  Time poll = policy.heartbeat > 0 ? policy.heartbeat / PollsPerBeat : whole;
  interval = std::max({poll, whole / MostSteps, 2 * moment});
  if (between.ranks == 1)
    return;
  // One for all workers of a rank. They have its processors, so it runs in place of one of them.
  slowness = 1 + Network::Look / Network::LongestPause / count;
  for (const Node &node : target.nodes)
    leaves.push_back(std::max<uint64_t>(node.iterations() / Network::MostLeaves, 1));
}

void Simulator::schedule(unsigned index) {
  Worker &worker = workers[index];
  turns.push({worker.clock, index, ++worker.version});
}

void Simulator::publish(Worker &worker, Job job) {
  job.tokens = worker.tokens / 2;
  worker.tokens -= job.tokens;
  job.available = worker.clock;
  worker.jobs.push_back(std::move(job));
  RankState &rank = rankHere(worker);
  ++rank.queued;
  if (rank.idle.empty())
    return;
  unsigned woken = rank.idle.back();
  rank.idle.pop_back();
  workers[woken].clock = std::max(workers[woken].clock, worker.clock + costs.steal);
  worker.thiefComes = workers[woken].clock;
  schedule(woken);
}

/// Where the outermost interval begins of which a loop is in the first half, in a job of several ranks.
std::optional<uint64_t> Simulator::latentHalf(const Frame &frame) const {
  if (leaves.empty())
    return std::nullopt;
  uint64_t begin = frame.begin, end = frame.end, leaf = leaves[static_cast<size_t>(frame.index)];
  while (end > begin && end - begin > leaf) {
    uint64_t middle = begin + (end - begin + 1) / 2;
    if (frame.next < middle)
      return middle;
    begin = middle;
  }
  return std::nullopt;
}

/// The oldest loop or fork that the worker is in, and that may go to other ranks on demand.
bool Simulator::promote(Worker &worker, bool forRanks) {
  Cursor &cursor = *worker.cursor;
  for (size_t index = cursor.oldest; index < cursor.frames.size(); ++index) {
    Frame &frame = cursor.frames[index];
    bool isInnermost = index + 1 == cursor.frames.size();
    if (frame.kind == Frame::InFork && frame.branch == 1 && !frame.meeting) {
      const Node &node = graph.nodes[static_cast<size_t>(frame.index)];
      if (node.second < 0)
        continue;
      frame.meeting = std::make_shared<Meeting>(Meeting{.unfinished = 1, .waiter = {}, .rank = rankOf(worker)});
      frame.branch = 2;
      worker.clock += costs.promotion;
      Job job;
      job.series = node.second;
      job.meeting = frame.meeting;
      publish(worker, std::move(job));
    } else if (frame.kind == Frame::InLoop && frame.end > frame.next && frame.end - frame.next >= 2) {
      // An innermost loop keeps the first half, any other only the iteration that it is in.
      std::optional<uint64_t> half = latentHalf(frame);
      if (forRanks && !half)
        continue;
      uint64_t first = isInnermost ? frame.next : frame.next + 1;
      uint64_t middle = half.value_or(first + (frame.end - first + 1) / 2);
      if (!frame.meeting)
        frame.meeting = std::make_shared<Meeting>(Meeting{.waiter = {}, .rank = rankOf(worker)});
      worker.clock += costs.promotion;
      uint64_t end = frame.end;
      frame.end = isInnermost || half ? middle : first;
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
      if (!isInnermost && !half)
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
  return worker.jobs.size() >= std::max<size_t>(ranks[rankOf(worker)].idle.size(), 1);
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
  if (ranks.size() > 1)
    give(worker);
  if ((isDue || isRequested) && result.workers > 1)
    while (!hasEnoughQueued(worker) && promote(worker))
      ;
  if (policy.classicTokens)
    worker.tokens = 0;
}

Job Simulator::takeJob(Worker &from, bool isOldest) {
  Job job = std::move(isOldest ? from.jobs.front() : from.jobs.back());
  isOldest ? from.jobs.pop_front() : from.jobs.pop_back();
  --rankHere(from).queued;
  return job;
}

/// The worker of the rank that has its oldest task, null if there is none.
Worker *Simulator::oldestJob(const Worker &worker) {
  if (rankHere(worker).queued == 0)
    return nullptr;
  Worker *victim = nullptr;
  unsigned first = rankOf(worker) * result.workers;
  for (unsigned index = first; index < first + result.workers; ++index)
    if (Worker &other = workers[index];
        !other.jobs.empty() && (!victim || other.jobs.front().available < victim->jobs.front().available))
      victim = &other;
  return victim;
}

/// A worker with nothing in progress looks for a task: its own youngest, else the oldest of somebody else's.
bool Simulator::find(Worker &worker) {
  if (auto &ready = rankHere(worker).ready; !ready.empty()) {
    worker.cursor = std::move(ready.front().first);
    worker.clock = std::max(worker.clock, ready.front().second);
    ready.pop_front();
    return true;
  }
  if (!worker.jobs.empty()) {
    begin(worker, takeJob(worker, /*isOldest=*/false), /*isStolen=*/true);
    return true;
  }
  Worker *victim = oldestJob(worker);
  if (!victim)
    return false;
  Job job = takeJob(*victim, /*isOldest=*/true);
  worker.clock = std::max(worker.clock, job.available + costs.steal);
  begin(worker, job, /*isStolen=*/true);
  return true;
}

/// Goes to sleep. A rank in which nobody is awake asks the others.
void Simulator::rest(Worker &worker) {
  RankState &rank = rankHere(worker);
  rank.idle.push_back(numberOf(worker));
  if (rank.idle.size() < result.workers || std::exchange(rank.hasAsked, true))
    return;
  asks.emplace_back(rankOf(worker), worker.clock > 0 ? worker.clock + network.transit() : 0);
}

void Simulator::resume(Meeting &meeting, Time when) {
  RankState &rank = ranks[meeting.rank];
  rank.ready.emplace_back(std::move(meeting.waiter), when);
  if (rank.idle.empty())
    return;
  unsigned woken = rank.idle.back();
  rank.idle.pop_back();
  workers[woken].clock = std::max(workers[woken].clock, when);
  schedule(woken);
}

/// A rank that is idle, and that is known to be so by now.
std::optional<unsigned> Simulator::takeAsk(Time now) {
  for (size_t left = asks.size(); left-- > 0;) {
    auto [asker, when] = asks.front();
    asks.pop_front();
    RankState &rank = ranks[asker];
    if (rank.idle.size() < result.workers)
      rank.hasAsked = false; // a thread of its own goes on
    else if (when > now)
      asks.emplace_back(asker, when);
    else
      return asker;
  }
  return std::nullopt;
}

/// On a beat between ranks the rank gives its oldest task, or what is latent, to an idle one.
void Simulator::give(Worker &worker) {
  RankState &rank = rankHere(worker);
  // The first beat begins with the first work that may travel. A recording says nothing of when MPI has been started.
  if (std::exchange(hasWork, true) == false)
    rank.nextGive = worker.clock + network.beat;
  if (worker.clock < rank.nextGive)
    return;
  std::optional<unsigned> receiver = takeAsk(worker.clock);
  if (!receiver)
    return;
  Worker *from = oldestJob(worker);
  if (!from && promote(worker, /*forRanks=*/true))
    from = oldestJob(worker);
  if (!from) {
    asks.emplace_front(*receiver, 0); // stays for who has something
    return;
  }
  Job job = takeJob(*from, /*isOldest=*/true);
  rank.nextGive = worker.clock + network.beat;
  ++result.pieces;
  RankState &other = ranks[*receiver];
  other.hasAsked = false;
  unsigned woken = other.idle.back();
  other.idle.pop_back();
  workers[woken].clock = std::max(workers[woken].clock, worker.clock + network.transit());
  begin(workers[woken], job, /*isStolen=*/true);
  schedule(woken);
}

void Simulator::step(unsigned index) {
  Worker &worker = workers[index];
  if (!worker.cursor && !find(worker)) {
    rest(worker);
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
    Worker &worker = workers[number % result.workers];
    Job job;
    job.series = root.series;
    job.available = root.start;
    if (number < result.workers) {
      worker.clock = root.start;
      begin(worker, job, /*isStolen=*/true);
      worker.nextBeat = root.start;
      schedule(number);
    } else {
      worker.jobs.push_front(std::move(job));
      ++ranks.front().queued;
    }
  }
  for (auto number = static_cast<unsigned>(workers.size()); number-- > graph.roots.size();)
    rest(workers[number]);
  while (rootsLeft > 0 && !turns.empty()) {
    Turn turn = turns.top();
    turns.pop();
    if (turn.version == workers[turn.worker].version)
      step(turn.worker);
  }
  return result;
}

Simulation simulate(const Graph &graph, unsigned workers, const Policy &policy, const Costs &costs,
                    const Network &network) {
  return Simulator(graph, std::max(workers, 1u), policy, costs, network).run();
}

} // namespace tactus::trace
