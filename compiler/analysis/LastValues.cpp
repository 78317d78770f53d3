//===- LastValues.cpp - which iteration the value behind a loop comes from -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/LastValues.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

/// Is the block only entered where this flag is set?
static bool isBehindFlag(const BasicBlock &block, const Value &flag, const DominatorTree &dominators) {
  for (const User *use : flag.users())
    if (const auto *compare = dyn_cast<ICmpInst>(use))
      for (const User *branch : compare->users())
        if (isa<BranchInst>(branch) && dominators.dominates(cast<BranchInst>(branch)->getSuccessor(0), &block))
          return true;
  return false;
}

bool isLastprivateCopy(const BasicBlock &block, const ParallelLoop &loop, const DominatorTree &dominators) {
  return any_of(loop.isLast->users(), [&](const User *user) {
    const auto *read = dyn_cast<LoadInst>(user);
    return read && isBehindFlag(block, *read, dominators);
  });
}

namespace {

/// A private variable: all of `base`, or what begins at an offset in a task's record.
using Variable = std::pair<const Value *, int64_t>;
constexpr int64_t WholeObject = -1;
/// Of a taskloop's record, as libomp lays it out: whether the task has the last iteration, and what is in front of
/// the private variables.
constexpr int64_t IsLastOffset = 64, HeadBytes = 72;

std::optional<int64_t> offsetFrom(const Value *base, const Value *address, const DataLayout &layout) {
  int64_t offset = 0;
  return GetPointerBaseWithConstantOffset(address, offset, layout) == base ? std::optional(offset) : std::nullopt;
}

class LastValues {
public:
  explicit LastValues(const Function &function)
      : function(function), layout(function.getDataLayout()), dominators(const_cast<Function &>(function)) {
    loops.analyze(dominators);
  }

  /// Is one of the variables that these blocks copy written by some iterations, and not by all?
  bool mayKeepEarlier(function_ref<bool(const BasicBlock &)> isCopy, const Value *record, const BasicBlock *header) {
    SmallSetVector<Variable, 4> copied;
    for (const BasicBlock &block : function)
      if (isCopy(block))
        for (const Instruction &instruction : block)
          for (const Value *operand : instruction.operands())
            addVariable(operand, record, copied);
    const Loop *only = header ? loops.getLoopFor(header) : nullptr;
    return any_of(copied, [&](const Variable &variable) {
      return only ? isLeftUnwritten(*only, variable)
                  : any_of(loops, [&](const Loop *loop) { return isLeftUnwritten(*loop, variable); });
    });
  }

  const DominatorTree &dominatorTree() const { return dominators; }

private:
  const Function &function;
  const DataLayout &layout;
  DominatorTree dominators;
  LoopInfo loops;

  void addVariable(const Value *address, const Value *record, SmallSetVector<Variable, 4> &variables) const {
    if (!address->getType()->isPointerTy())
      return;
    const Value *base = getUnderlyingObject(address);
    if (isa<AllocaInst>(base)) {
      variables.insert({base, WholeObject});
    } else if (record && base == record) {
      std::optional<int64_t> offset = offsetFrom(record, address, layout);
      if (offset && *offset >= HeadBytes)
        variables.insert({base, *offset});
    }
  }

  bool isLeftUnwritten(const Loop &loop, const Variable &variable) const {
    return mayWrite(loop, variable) && maySkip(loop, variable);
  }

  /// May the instruction write the variable, or hand its address to what may?
  bool mayWrite(const Instruction &instruction, const Variable &variable) const {
    if (isa<DbgInfoIntrinsic>(instruction) || instruction.isLifetimeStartOrEnd() ||
        !(isa<StoreInst>(instruction) || isa<CallBase>(instruction)))
      return false;
    return any_of(instruction.operands(), [&](const Value *operand) {
      if (!operand->getType()->isPointerTy() || getUnderlyingObject(operand) != variable.first)
        return false;
      std::optional<int64_t> offset = offsetFrom(variable.first, operand, layout);
      return variable.second == WholeObject || !offset || *offset == variable.second;
    });
  }

  bool mayWrite(const BasicBlock &block, const Variable &variable) const {
    return any_of(block, [&](const Instruction &instruction) { return mayWrite(instruction, variable); });
  }

  bool mayWrite(const Loop &loop, const Variable &variable) const {
    return any_of(loop.blocks(), [&](const BasicBlock *block) { return mayWrite(*block, variable); });
  }

  /// Is there a way from the loop's header back to it on which the variable is not written?
  bool maySkip(const Loop &loop, const Variable &variable) const {
    SmallSetVector<const BasicBlock *, 16> reached;
    reached.insert(loop.getHeader());
    for (unsigned i = 0; i < reached.size(); ++i) {
      const BasicBlock *block = reached[i];
      const Loop *inner = loops.getLoopFor(block);
      if (mayWrite(*block, variable) || (inner != &loop && mayWrite(*inner, variable)))
        continue;
      for (const BasicBlock *next : successors(block)) {
        if (next == loop.getHeader())
          return true;
        if (loop.contains(next))
          reached.insert(next);
      }
    }
    return false;
  }
};

} // namespace

bool mayLeaveLastValueUnwritten(const ParallelLoop &loop) {
  // Most loops have no such clause, and nobody reads their flag.
  if (!loop.isLast || !loop.header || none_of(loop.isLast->users(), [](const User *use) { return isa<LoadInst>(use); }))
    return false;
  // Of sections the last one alone, which is an iteration, gives the value, and no number is skipped.
  if (flagsOfIdent(loop.init->getArgOperand(0)) & IdentWorkSections)
    return false;
  LastValues values(*loop.microtask);
  return values.mayKeepEarlier(
      [&](const BasicBlock &block) { return isLastprivateCopy(block, loop, values.dominatorTree()); }, nullptr,
      loop.header);
}

bool mayLeaveLastValueUnwritten(const Function &entry) {
  const Value *record = entry.getArg(1);
  SmallVector<const Instruction *, 2> flags;
  for (const Instruction &instruction : instructions(entry))
    if (const auto *load = dyn_cast<LoadInst>(&instruction))
      if (offsetFrom(record, load->getPointerOperand(), entry.getDataLayout()) == IsLastOffset)
        flags.push_back(load);
  if (flags.empty())
    return false;
  LastValues values(entry);
  auto isCopy = [&](const BasicBlock &block) {
    return any_of(flags, [&](const Instruction *flag) { return isBehindFlag(block, *flag, values.dominatorTree()); });
  };
  return values.mayKeepEarlier(isCopy, record, nullptr);
}

} // namespace tactus
