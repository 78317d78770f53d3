//===- builder.cpp - from a recording to its graph ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Each strand is followed from event to event, with the path of loops and forks that it is in. At a beat the path of
// before is compared with the stack that was found:
//
//     before   loop A 7/20    loop B 50/100                      the work since then goes to
//     now      loop A 9/20    loop B 20/100                      B's rest in 7 | 8 | B's beginning in 9
//              ─────────────  ──────────────
//              same, further  ended; another execution
//
// What lies between two beats is shorter than a beat, or ran without anything latent, so how it is divided matters
// little; it is divided in proportion to the iterations where loops are concerned, else equally. Two things must not be
// mistaken: serial code between two loops (it passes without polls, so it is the time that the credit does not account
// for; or, behind the last beat, longer than loops and beats are), and an execution of a loop for a later one of the
// same (its iteration goes back, or the end is another).
//
// A fork that is no longer in the stack runs its second branch as long as what is found lies deeper, or is another fork
// of the same frame in its place: recursion behind a fork is a loop. A promoted part stays in the path until its join,
// whatever is found.
//
// At the end the strands of tasks are put where they belong (splicer.h).
//
//===----------------------------------------------------------------------===//
#include "builder.h"
#include "fields.h"
#include "splicer.h"

#include <algorithm>

namespace tactus::trace {

namespace {

/// A loop or fork that a strand is in.
struct Open {
  int node = -1;
  StackPart part;
  /// Iterations of the loop up to here are in its blocks.
  uint64_t position = 0;
  uint64_t begin = 0;
  /// The series of the loop's present iteration, made when something is found in it, or of the fork's branch.
  int series = -1;
  bool isInSecond = false;
  /// 0 until it is promoted.
  uint64_t join = 0;
};

class StrandBuilder {
  Graph &graph;
  const Recording &recording;
  const Strand &strand;
  std::vector<Promoted> &promoted;
  std::vector<Open> path;
  int root;
  /// The strand's own time, without joins and promotions, up to the last event.
  Time joinedSince = -1, last;
  /// The most that has passed from one beat to the next, without serial code.
  Time longestBeat = 0;

public:
  StrandBuilder(Graph &target, const Recording &whole, const Strand &source, std::vector<Promoted> &promotions)
      : graph(target), recording(whole), strand(source), promoted(promotions), root(target.addSeries()),
        last(source.start) {}

  int build();

private:
  int seriesAt(size_t depth);
  int innermost() { return seriesAt(path.size()); }
  void addBlock(Open &open, uint64_t iterations, Time work);
  Time expectedRest(const Open &open) const;
  void closeFrom(size_t depth, Time work);
  void close(Open &open, Time work);
  void open(const StackPart &part, Time work);
  void openAll(const std::vector<StackPart> &parts, size_t first, Time work);
  /// What the path and the stack at a beat have in common.
  struct Common {
    size_t depth = 0, parts = 0;
    /// The last of these is a loop that has come further.
    bool advances = false;
  };
  /// May find that a first branch has ended, and takes what it took from `work`.
  Common compare(const std::vector<StackPart> &parts, Time &work);
  void enterSecond(size_t depth, Time &work);
  void advance(const std::vector<StackPart> &parts, const Common &common, Time work);
  Time shareOfClosed(size_t depth, bool isFollowed, Time work) const;
  Time restOfPath(Time work) const;
  void beat(const StrandEvent &event, Time work);
  void promotion(const StrandEvent &event, Time work);
  void joinBegins(const StrandEvent &event, Time work);
};

/// The series in which what is at this depth of the path stands.
int StrandBuilder::seriesAt(size_t depth) {
  if (depth == 0)
    return root;
  Open &outer = path[depth - 1];
  if (outer.series < 0)
    outer.series = graph.addSeries();
  return outer.series;
}

void StrandBuilder::addBlock(Open &open, uint64_t iterations, Time work) {
  std::vector<Block> &blocks = graph.nodes[static_cast<size_t>(open.node)].blocks;
  if (iterations > 0) {
    if (open.series >= 0) {
      // The iteration that was being executed has a series; it ends here.
      blocks.push_back({1, 0, open.series});
      open.series = -1;
      --iterations;
      ++open.position;
      if (iterations == 0)
        graph.addWork(blocks.back().series, work);
    }
    if (iterations > 0)
      blocks.push_back({iterations, work, -1});
    open.position += iterations;
  } else if (work > 0) {
    if (open.series < 0)
      open.series = graph.addSeries();
    graph.addWork(open.series, work);
  }
}

/// What the loop's remaining iterations will take, by those so far.
Time StrandBuilder::expectedRest(const Open &open) const {
  if (!open.part.isLoop || open.position <= open.begin || open.part.end <= open.position)
    return 0;
  Time work = 0;
  uint64_t iterations = 0;
  for (const Block &block : graph.nodes[static_cast<size_t>(open.node)].blocks) {
    work += block.work;
    iterations += block.series >= 0 ? 0 : block.iterations;
  }
  return iterations ? work / static_cast<Time>(iterations) * static_cast<Time>(open.part.end - open.position) : 0;
}

/// The strand has executed the rest of it, which took `work`.
void StrandBuilder::close(Open &open, Time work) {
  if (!open.part.isLoop) {
    Node &fork = graph.nodes[static_cast<size_t>(open.node)];
    if (open.join) {
      graph.addWork(fork.first, work);
      return;
    }
    if (fork.second < 0) {
      int second = graph.addSeries();
      graph.nodes[static_cast<size_t>(open.node)].second = second;
    }
    graph.addWork(graph.nodes[static_cast<size_t>(open.node)].second, work);
    return;
  }
  uint64_t left = open.part.end > open.position ? open.part.end - open.position : 0;
  if (left > 0) {
    addBlock(open, left, work);
    return;
  }
  if (work > 0 && open.series < 0)
    open.series = graph.addSeries();
  // What has been found after the last iteration belongs to it.
  if (open.series >= 0) {
    graph.addWork(open.series, work);
    graph.nodes[static_cast<size_t>(open.node)].blocks.push_back({1, 0, open.series});
    open.series = -1;
  }
}

/// Ends everything from `depth` on. Loops get what they are expected to need, forks share the rest equally.
void StrandBuilder::closeFrom(size_t depth, Time work) {
  if (depth >= path.size()) {
    graph.addWork(innermost(), work);
    return;
  }
  Time expected = 0;
  size_t forks = 0;
  for (size_t index = depth; index < path.size(); ++index) {
    expected += expectedRest(path[index]);
    forks += !path[index].part.isLoop;
  }
  Time forLoops = forks ? std::min(expected, work) : work;
  size_t loops = path.size() - depth - forks;
  while (path.size() > depth) {
    Open &innermostOpen = path.back();
    Time share = 0;
    if (!innermostOpen.part.isLoop)
      share = (work - forLoops) / static_cast<Time>(forks);
    else
      share = expected > 0 ? forLoops * expectedRest(innermostOpen) / expected : forLoops / static_cast<Time>(loops);
    close(innermostOpen, share);
    path.pop_back();
  }
}

/// Enters a loop or fork, of which `work` is done already.
void StrandBuilder::open(const StackPart &part, Time work) {
  int series = innermost();
  int node = graph.addNode(part.isLoop ? Node::Loop : Node::Fork, part.place);
  graph.series[static_cast<size_t>(series)].items.push_back({0, node});
  Open opened;
  opened.node = node;
  opened.part = part;
  if (part.isLoop) {
    bool isSlice = path.empty() && strand.isLoop && part.place == strand.place;
    opened.begin = opened.position = isSlice ? std::min(strand.begin, part.iteration) : 0;
    addBlock(opened, part.iteration - opened.begin, work);
  } else {
    int first = graph.addSeries();
    graph.nodes[static_cast<size_t>(node)].first = opened.series = first;
    graph.addWork(first, work);
  }
  path.push_back(opened);
}

/// How far a loop has come in its range, between 0 and 1.
double fractionOf(const StackPart &part) {
  return part.isLoop && part.end > 0 ? static_cast<double>(part.iteration) / static_cast<double>(part.end) : 0.5;
}

void StrandBuilder::openAll(const std::vector<StackPart> &parts, size_t first, Time work) {
  // The outermost loop among them has gone through `iteration` of them, and into the next as far as the parts inside
  // say. All but that goes to the innermost.
  for (size_t index = first; index < parts.size(); ++index) {
    const StackPart &part = parts[index];
    Time share = 0;
    if (index + 1 == parts.size()) {
      share = work;
    } else if (part.isLoop && part.iteration > 0) {
      double whole = static_cast<double>(part.iteration), inside = fractionOf(parts[index + 1]);
      share = work * whole / (whole + inside);
    }
    open(part, share);
    work -= share;
  }
}

bool continues(const Open &open, const StackPart &part) {
  // A promoted fork is not latent any more: what looks like it is one inside, inlined into the same frame.
  if (open.isInSecond || (open.join && !open.part.isLoop) || open.part.place != part.place ||
      open.part.address != part.address || open.part.isLoop != part.isLoop)
    return false;
  if (!part.isLoop)
    return part.iteration == open.part.iteration;
  return part.iteration >= open.part.iteration && part.end == open.part.end;
}

/// Of one frame, though perhaps not the same execution.
bool isSameFork(const StackPart &one, const StackPart &other) {
  return !one.isLoop && !other.isLoop && one.place == other.place && one.address == other.address;
}

StrandBuilder::Common StrandBuilder::compare(const std::vector<StackPart> &parts, Time &work) {
  size_t unjoined = 0;
  for (size_t index = 0; index < path.size(); ++index)
    if (path[index].join)
      unjoined = index + 1;
  Common common;
  while (common.depth < path.size()) {
    Open &present = path[common.depth];
    bool isLast = common.parts == parts.size();
    if (!isLast && continues(present, parts[common.parts])) {
      common.advances = present.part.isLoop && parts[common.parts].iteration > present.part.iteration;
      ++common.depth;
      ++common.parts;
      if (common.advances)
        break;
      continue;
    }
    // What has been promoted, and what that is in, goes on until the join, whether or not it is in the stack.
    if (common.depth < unjoined) {
      ++common.depth;
      continue;
    }
    // Second branches need not be in the stack; then what is found must lie deeper.
    bool mayBeHidden = present.isInSecond || !present.part.isLoop;
    bool isDeeper = isLast || parts[common.parts].address < present.part.address;
    // Or its second branch has forked again in the same frame.
    if (!isDeeper && isSameFork(present.part, parts[common.parts]))
      isDeeper = !present.isInSecond ||
                 (common.depth + 1 < path.size() && isSameFork(path[common.depth + 1].part, present.part));
    if (!mayBeHidden || !isDeeper)
      break;
    if (!present.isInSecond) {
      enterSecond(common.depth++, work);
      break;
    }
    ++common.depth;
  }
  return common;
}

void StrandBuilder::enterSecond(size_t depth, Time &work) {
  // Its first branch has ended in the meantime, and everything in it.
  Time share = work / static_cast<Time>(path.size() - depth + 1);
  closeFrom(depth + 1, work - share);
  work = share;
  Open &fork = path[depth];
  int second = graph.addSeries();
  graph.nodes[static_cast<size_t>(fork.node)].second = fork.series = second;
  fork.isInSecond = true;
}

void StrandBuilder::advance(const std::vector<StackPart> &parts, const Common &common, Time work) {
  size_t depth = common.depth;
  const StackPart &before = path[depth - 1].part, &now = parts[common.parts - 1];
  double begun = depth < path.size() ? fractionOf(path[depth].part) : 0;
  double come = common.parts < parts.size() ? fractionOf(parts[common.parts]) : 0;
  double total = std::max(static_cast<double>(now.iteration - before.iteration) - begun + come, 1e-9);
  Time tail = 0, head = std::min(work, work * come / total);
  if (depth < path.size()) {
    tail = std::min(work - head, work * (1 - begun) / total);
    closeFrom(depth, tail);
  }
  Open &loop = path[depth - 1];
  uint64_t iterations = now.iteration > loop.position ? now.iteration - loop.position : 0;
  addBlock(loop, iterations, work - head - tail);
  loop.part = now;
  openAll(parts, common.parts, head);
  if (common.parts == parts.size())
    graph.addWork(innermost(), head);
}

/// What has been closed at a beat takes a share of the time, since only the rest is known to be what is open now.
Time StrandBuilder::shareOfClosed(size_t depth, bool isFollowed, Time work) const {
  size_t closed = path.size() - depth;
  Time expected = 0;
  bool onlyLoops = true;
  for (size_t index = depth; index < path.size(); ++index) {
    expected += expectedRest(path[index]);
    onlyLoops = onlyLoops && path[index].part.isLoop;
  }
  if (onlyLoops && expected > 0)
    return std::min(expected, work);
  return isFollowed ? work * static_cast<Time>(closed) / static_cast<Time>(closed + 1) : work;
}

void StrandBuilder::beat(const StrandEvent &event, Time work) {
  const std::vector<StackPart> &parts = event.parts;
  Common common = compare(parts, work);
  if (common.advances) {
    longestBeat = std::max(longestBeat, work);
    advance(parts, common, work);
    return;
  }
  bool opens = common.parts < parts.size();
  // Serial code passes without polls. After a join, and at the very first poll, the gap is not known (0); but then no
  // credit is left, and a new loop polls at once.
  Time gap = event.gap - event.lost;
  Time serial = 0;
  if (opens && event.gap == 0)
    serial = work;
  else if (opens && gap > 2 * event.charged)
    serial = std::min(work, gap - event.charged);
  work -= serial;
  longestBeat = std::max(longestBeat, work);
  if (common.depth < path.size()) {
    Time share = shareOfClosed(common.depth, opens, work);
    closeFrom(common.depth, share);
    work -= share;
  }
  graph.addWork(innermost(), serial);
  if (opens)
    openAll(parts, common.parts, work);
  else
    graph.addWork(innermost(), work);
}

void StrandBuilder::promotion(const StrandEvent &event, Time work) {
  const StackPart &part = event.parts.front();
  size_t depth = path.size();
  if (event.hasAddress)
    for (size_t index = 0; index < path.size() && depth == path.size(); ++index) {
      const Open &present = path[index];
      bool fits = present.part.place == part.place && present.part.address == part.address && !present.isInSecond &&
                  (!present.join || present.join == event.join) && (!part.isLoop || part.end <= present.part.end);
      if (fits)
        depth = index;
    }
  if (depth == path.size()) {
    // Not seen at a beat yet: it lies inside what has a higher address.
    size_t outer = path.size();
    while (event.hasAddress && outer > 0 && path[outer - 1].part.address <= part.address && !path[outer - 1].join)
      --outer;
    if (outer < path.size()) {
      closeFrom(outer, work / 2);
      work /= 2;
    }
    StackPart fresh = part;
    if (part.isLoop) {
      fresh.end = event.tasks.empty() ? part.end : event.tasks.back().end;
      // A nest stands in the iteration before; where a leaf loop is in its half is not known.
      bool isLeaf = part.place >= 0 && recording.places[static_cast<size_t>(part.place)].isLeaf;
      bool isSlice = path.empty() && strand.isLoop && part.place == strand.place;
      fresh.iteration = isLeaf ? (isSlice ? strand.begin : 0) : std::max<uint64_t>(part.end, 1) - 1;
    }
    depth = path.size();
    open(fresh, work);
  } else {
    graph.addWork(innermost(), work);
  }
  Open &present = path[depth];
  if (part.isLoop)
    present.part.end = part.end;
  present.join = event.join;
  promoted.push_back({present.node, event.tasks});
}

void StrandBuilder::joinBegins(const StrandEvent &event, Time work) {
  for (size_t index = 0; index < path.size(); ++index)
    if (path[index].join == event.join) {
      closeFrom(index, work);
      return;
    }
  graph.addWork(innermost(), work);
}

/// Of the time behind the last beat, what the strand was in its loops and forks for: their iterations, and else less
/// than to the next beat. Then comes serial code, such as the end of MPI. A part of a loop has none behind it.
Time StrandBuilder::restOfPath(Time work) const {
  if (strand.isLoop)
    return work;
  Time rest = std::max(longestBeat, 2 * recording.heartbeat);
  for (const Open &open : path)
    rest += expectedRest(open);
  return std::min(rest, work);
}

int StrandBuilder::build() {
  Time overheadPerPromotion = 0, lost = 0;
  size_t promotions = 0;
  for (const StrandEvent &event : strand.events)
    promotions += event.kind == StrandEvent::Promotion;
  if (promotions)
    overheadPerPromotion = strand.overhead / static_cast<Time>(promotions);
  for (const StrandEvent &event : strand.events) {
    // Inside a join the strand itself does nothing; its loops may be split meanwhile.
    Time work = joinedSince < 0 ? std::max(event.time - last, 0.0) : 0;
    // What other processes have taken is nobody's work.
    lost += event.lost;
    if (event.kind == StrandEvent::Lost)
      continue;
    Time without = std::min(lost, work);
    lost -= without;
    work -= without;
    last = std::max(last, event.time);
    switch (event.kind) {
    case StrandEvent::Beat:
      beat(event, work);
      break;
    case StrandEvent::Promotion:
      promotion(event, work);
      if (joinedSince < 0)
        last += overheadPerPromotion;
      break;
    case StrandEvent::Lost:
      break;
    case StrandEvent::JoinBegin:
      joinBegins(event, work);
      joinedSince = event.time;
      break;
    case StrandEvent::JoinEnd:
      joinedSince = -1;
      lost = 0;
      break;
    }
  }
  Time work = joinedSince < 0 ? std::max(strand.finish - last - lost, 0.0) : 0, inside = restOfPath(work);
  closeFrom(0, inside);
  graph.addWork(root, work - inside);
  return root;
}

/// Sums of a loop's iterations must not overflow, whatever a file says of them.
void boundIterations(Node &loop) {
  uint64_t left = MostIterations;
  for (Block &block : loop.blocks) {
    block.iterations = std::clamp<uint64_t>(block.iterations, 1, std::max<uint64_t>(left, 1));
    left -= std::min(left, block.iterations);
  }
}

} // namespace

Graph buildGraph(const Recording &recording) {
  Graph graph;
  std::vector<int> roots;
  roots.reserve(recording.strands.size());
  std::vector<Promoted> promoted;
  for (const Strand &strand : recording.strands)
    roots.push_back(StrandBuilder(graph, recording, strand, promoted).build());
  spliceTasks(graph, recording, roots, promoted);
  for (Node &node : graph.nodes)
    boundIterations(node);
  for (size_t index = 0; index < recording.strands.size(); ++index)
    if (recording.strands[index].task == 0)
      graph.roots.push_back({recording.strands[index].start, roots[index]});
  return graph;
}

} // namespace tactus::trace
