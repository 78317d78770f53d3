//===- ConcurrentParts.cpp - parts of a region that several threads execute at once ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/ConcurrentParts.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;

namespace tactus {

/// Does the team meet in the call? A reduction that is not `nowait` ends with a barrier.
static bool isMeeting(const Instruction &instruction) {
  StringRef name = calleeName(instruction);
  return name == "__kmpc_barrier" || name == "__kmpc_cancel_barrier" || name == "__kmpc_copyprivate" ||
         name == "__kmpc_reduce";
}

static bool hasMeeting(const BasicBlock &block) { return any_of(block, isMeeting); }

/// The parts that a thread comes to behind `part` before its team meets.
static SmallVector<const RegionPart *, 4> partsBeside(const RegionShape &shape, const RegionPart &part) {
  SmallVector<const RegionPart *, 4> found;
  if (any_of(part.blocks, [](const BasicBlock *block) { return hasMeeting(*block); }))
    return found;
  SmallSetVector<const BasicBlock *, 16> worklist;
  worklist.insert(part.exit);
  for (unsigned i = 0; i < worklist.size(); ++i) {
    const BasicBlock *block = worklist[i];
    const RegionPart *inside = shape.partOf(block);
    if (inside && block == inside->entry)
      found.push_back(inside);
    if (!hasMeeting(*block))
      for (const BasicBlock *next : successors(block))
        worklist.insert(next);
  }
  return found;
}

static bool isOfFirstThread(const RegionPart &role) { return !isCallTo(*role.call, "__kmpc_single"); }

/// The later parts that another thread may be at while one is at `part`.
static SmallVector<const RegionPart *, 4> concurrentParts(const RegionShape &shape, const RegionPart &part) {
  SmallVector<const RegionPart *, 4> found = partsBeside(shape, part);
  if (!shape.isLoop(&part) && isOfFirstThread(part))
    erase_if(found, [&](const RegionPart *later) { return !shape.isLoop(later) && isOfFirstThread(*later); });
  return found;
}

bool hasConcurrentParts(const RegionShape &shape) {
  auto isConcurrent = [&](const RegionPart &part) { return !concurrentParts(shape, part).empty(); };
  return any_of(shape.loops, isConcurrent) || any_of(shape.roles, isConcurrent);
}

UnseenParts checkConcurrentParts(const RegionShape &shape, FunctionAnalysisManager &analyses, TaskCode tasks,
                                 Blockers &blockers) {
  UnseenParts parts(analyses, tasks);
  auto check = [&](const RegionPart &part) {
    SmallVector<const RegionPart *, 4> later = concurrentParts(shape, part);
    if (later.empty())
      return;
    UnseenCalls calls(analyses, tasks);
    for (const BasicBlock *block : part.blocks)
      for (const Instruction &instruction : *block)
        calls.add(instruction);
    if (calls.isEmpty())
      return;
    blockers.push_back({Reason::UnknownParts, part.call});
    parts.calls.callees.insert(calls.callees.begin(), calls.callees.end());
    parts.calls.areNamed &= calls.areNamed;
    parts.areRolesBeside |=
        !shape.isLoop(&part) && any_of(later, [&](const RegionPart *other) { return !shape.isLoop(other); });
  };
  for_each(shape.loops, check);
  for_each(shape.roles, check);
  return parts;
}

} // namespace tactus
