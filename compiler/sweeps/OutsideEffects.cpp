//===- OutsideEffects.cpp - accesses that are outside of all declared effects -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "sweeps/OutsideEffects.h"
#include "sweeps/Sweep.h"
#include "sweeps/TouchedEnds.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DiagnosticInfo.h"

using namespace llvm;

namespace tactus {

/// Of memory that other code may see, where each iteration gets to; else null.
static const Value *certainAddress(const Instruction &access, const TouchedEnds &ends) {
  const Value *pointer = getLoadStorePointerOperand(&access);
  if (!pointer || access.isVolatile() || pointer->getType()->getPointerAddressSpace() != 0 || !ends.isCertain(access))
    return nullptr;
  const Value *object = getUnderlyingObject(pointer);
  auto *variable = dyn_cast<GlobalVariable>(object);
  bool isOwn = isa<AllocaInst>(object) || (variable && (variable->isConstant() || variable->isThreadLocal()));
  return isOwn ? nullptr : pointer;
}

static bool isOutside(Instruction &access, const TouchedEnds &ends, ArrayRef<DeclaredEffect> effects, bool areAllWrites,
                      ScalarEvolution &evolution) {
  const Value *pointer = certainAddress(access, ends);
  if (!pointer)
    return false;
  const SCEV *address = evolution.getSCEV(const_cast<Value *>(pointer));
  bool isWrite = isa<StoreInst>(access);
  auto concerns = [&](const DeclaredEffect &effect) {
    bool isOfArray = evolution.getPointerBase(effect.first) == evolution.getPointerBase(address);
    return isWrite ? effect.isWritten && (areAllWrites || isOfArray) : isOfArray;
  };
  auto isIn = [&](const SCEV *byte, const DeclaredEffect &effect) {
    return concerns(effect) && !ends.isElsewhere(byte, effect.first) && !ends.isBefore(byte, effect.first) &&
           !ends.isAtOrBehind(byte, effect.last);
  };
  if (!(isWrite && areAllWrites) && none_of(effects, concerns))
    return false;
  return any_of(ArrayRef{ends.first(address), ends.last(address)}, [&](const SCEV *byte) {
    return byte && none_of(effects, [&](const DeclaredEffect &effect) { return isIn(byte, effect); });
  });
}

/// A write outside is a mistake. A read is one only if some spliced code writes there, which is not known here.
static void say(const Instruction &access, unsigned line, const Function &function) {
  bool isWrite = isa<StoreInst>(access);
  std::string what = "#pragma splice: " + std::string(isWrite ? "writes " : "reads ") +
                     nameOfArray(getLoadStorePointerOperand(&access)) + " outside of what " +
                     (isWrite ? "Writes" : "Reads") + " says of the code in line " + std::to_string(line);
  if (isWrite)
    return function.getContext().diagnose(DiagnosticInfoOptimizationFailure(function, access.getDebugLoc(), what));
  OptimizationRemarkMissed remark("tactus", "ReadsOutside", access.getDebugLoc(), &function.getEntryBlock());
  remark << what << ", which is right only if no spliced code writes there";
  function.getContext().diagnose(remark);
}

void sayOutside(const Loop &loop, ArrayRef<DeclaredEffect> effects, bool areAllWrites, unsigned line,
                const Function &function, FunctionAnalysisManager &analyses) {
  if (effects.empty())
    return;
  Function &analysed = *loop.getHeader()->getParent();
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(analysed);
  TouchedEnds ends(evolution, analyses.getResult<LoopAnalysis>(analysed),
                   analyses.getResult<DominatorTreeAnalysis>(analysed), loop);
  SmallSet<std::pair<unsigned, bool>, 8> said;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &access : *block)
      if (isOutside(access, ends, effects, areAllWrites, evolution)) {
        unsigned where = access.getDebugLoc() ? access.getDebugLoc().getLine() : 0;
        if (said.insert({where, access.mayWriteToMemory()}).second)
          say(access, line, function);
      }
}

} // namespace tactus
