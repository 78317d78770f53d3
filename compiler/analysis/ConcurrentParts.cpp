//===- ConcurrentParts.cpp - parts of a region that several threads execute at once ===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/ConcurrentParts.h"
#include "ir/OpenMPFunctions.h"
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

/// May another thread be at a later part while one is at `part`?
static bool hasPartsBeside(const RegionShape &shape, const RegionPart &part) {
  bool isOfFirst = !shape.isLoop(&part) && isOfFirstThread(part);
  return any_of(partsBeside(shape, part),
                [&](const RegionPart *later) { return !isOfFirst || shape.isLoop(later) || !isOfFirstThread(*later); });
}

bool hasConcurrentParts(const RegionShape &shape) {
  auto isConcurrent = [&](const RegionPart &part) { return hasPartsBeside(shape, part); };
  return any_of(shape.loops, isConcurrent) || any_of(shape.roles, isConcurrent);
}

/// May the call execute code of another file, which may wait for other threads? libomp's functions execute the regions
/// and tasks that they are given.
static bool isUnseen(const CallBase &call, const QueryReach &queries, TaskCode tasks) {
  StringRef name = calleeName(call);
  if (!name.starts_with("__kmpc_"))
    return !openmpFunctionKind(name) && queries.mayAsk(call);
  if (tasks == TaskCode::AsClangWritesIt && name.starts_with("__kmpc_omp_task"))
    return false;
  return any_of(call.args(), [&](const Use &operand) {
    const auto *given = dyn_cast<Function>(operand->stripPointerCasts());
    return given && queries.mayAsk(*given);
  });
}

static bool hasUnseenCode(const RegionPart &part, const QueryReach &queries, TaskCode tasks) {
  return any_of(part.blocks, [&](const BasicBlock *block) {
    return any_of(*block, [&](const Instruction &instruction) {
      const auto *call = dyn_cast<CallBase>(&instruction);
      return call && isUnseen(*call, queries, tasks);
    });
  });
}

void checkConcurrentParts(const RegionShape &shape, const QueryReach &queries, TaskCode tasks, Blockers &blockers) {
  for (ArrayRef<RegionPart> parts : {ArrayRef(shape.loops), ArrayRef(shape.roles)})
    for (const RegionPart &part : parts)
      if (hasUnseenCode(part, queries, tasks) && hasPartsBeside(shape, part))
        blockers.push_back({Reason::UnknownParts, part.call});
}

} // namespace tactus
