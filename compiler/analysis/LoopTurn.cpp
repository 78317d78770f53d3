//===- LoopTurn.cpp - the ways through one turn of a loop ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/LoopTurn.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tactus {

/// Where the program ends no loop goes on, and nobody is waited for: abort(), a failed assertion, an exception that
/// nobody catches.
static bool endsProgram(const BasicBlock &first) {
  constexpr unsigned MostBlocks = 32;
  SmallSetVector<const BasicBlock *, 8> reached;
  reached.insert(&first);
  for (unsigned i = 0; i < reached.size(); ++i) {
    const Instruction *end = reached[i]->getTerminator();
    const auto *last = dyn_cast_or_null<CallBase>(end->getPrevNode());
    if (i == MostBlocks || isa<ReturnInst>(end) || isa<ResumeInst>(end) ||
        (isa<UnreachableInst>(end) && last && !last->doesNotThrow()))
      return false;
    reached.insert(succ_begin(reached[i]), succ_end(reached[i]));
  }
  return true;
}

LoopTurn::LoopTurn(const Loop &loop, function_ref<bool(const Edge &)> isPossible) : loop(loop) {
  for (const Loop *inner : loop.getLoopsInPreorder())
    if (inner != &loop)
      innerHeaders.insert(inner->getHeader());
  SmallSetVector<const BasicBlock *, 16> found;
  found.insert(loop.getHeader());
  for (unsigned i = 0; i < found.size(); ++i) {
    auto &successors = next[found[i]];
    for (const BasicBlock *successor : llvm::successors(found[i])) {
      if (is_contained(successors, successor) || !isPossible({found[i], successor}))
        continue;
      successors.push_back(successor);
      if (!loop.contains(successor) && !endsProgram(*successor))
        exits.insert({found[i], successor});
      isRepeated |= successor == loop.getHeader();
      if (loop.contains(successor))
        found.insert(successor);
    }
  }
}

LoopTurn::Ends LoopTurn::endsBehind(const BasicBlock &from, const BasicBlock &first, const BasicBlock *block,
                                    Stop stop) const {
  Ends ends;
  SmallSetVector<const BasicBlock *, 16> reached;
  // Which edge is taken into a phi says nothing if none is taken, unless turns of an inner loop have gone before.
  bool countsOtherEnds = stop != Stop::AtEdges || innerHeaders.contains(block);
  auto take = [&](const Edge &edge) {
    if (edge.second == block && stop != Stop::Nowhere)
      ends.insert({stop == Stop::AtEdges ? edge.first : nullptr, block});
    else if (edge.second == loop.getHeader() && countsOtherEnds)
      ends.insert({nullptr, edge.second});
    else if (exits.contains(edge) && countsOtherEnds)
      ends.insert(edge);
    else if (edge.second == loop.getHeader())
      return;
    else if (edge.second != &from && loop.contains(edge.second))
      reached.insert(edge.second);
  };
  take({&from, &first});
  for (unsigned i = 0; i < reached.size(); ++i)
    if (auto known = next.find(reached[i]); known != next.end())
      for (const BasicBlock *successor : known->second)
        take({reached[i], successor});
  return ends;
}

bool LoopTurn::decides(const BasicBlock &from, const BasicBlock *block, Stop stop) const {
  Ends others;
  for (const BasicBlock *first : next.find(&from)->second) {
    Ends ends = endsBehind(from, *first, block, stop);
    if (ends.empty())
      continue;
    if (!others.empty() && ends != others)
      return true;
    others = std::move(ends);
  }
  return false;
}

LoopTurn::Branches LoopTurn::deciding(const BasicBlock *block, Stop stop) const {
  Branches branches;
  // An exception is no decision: whoever throws has decided.
  for (const BasicBlock *from : loop.blocks())
    if (auto known = next.find(from); known != next.end() && known->second.size() > 1 &&
                                      !isa<InvokeInst>(from->getTerminator()) && decides(*from, block, stop))
      branches.push_back(from->getTerminator());
  return branches;
}

LoopTurn::Branches LoopTurn::decidingTheEnd() const { return deciding(nullptr, Stop::Nowhere); }

const LoopTurn::Branches &LoopTurn::decidingTheEntry(const BasicBlock &block) {
  auto [entry, isNew] = entries.try_emplace(&block);
  if (isNew)
    entry->second = deciding(&block, Stop::AtEdges);
  return entry->second;
}

const LoopTurn::Branches &LoopTurn::decidingTheExecution(const BasicBlock &block) {
  auto [entry, isNew] = executions.try_emplace(&block);
  if (isNew)
    entry->second = deciding(&block, Stop::AtBlock);
  return entry->second;
}

bool LoopTurn::isInEachTurn(const BasicBlock &block) const {
  if (&block == loop.getHeader())
    return true;
  SmallSetVector<const BasicBlock *, 16> reached;
  reached.insert(loop.getHeader());
  for (unsigned i = 0; i < reached.size(); ++i)
    for (const BasicBlock *successor : next.find(reached[i])->second) {
      if (successor == loop.getHeader())
        return false;
      if (successor != &block && loop.contains(successor))
        reached.insert(successor);
    }
  return true;
}

} // namespace tactus
