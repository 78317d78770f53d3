//===- CilkLoops.cpp - what is special about cilk_for --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/cilk/CilkLoops.h"
#include "model/RuntimeCalls.h"
#include "raise/cilk/CilkSpawns.h"
#include "raise/openmp/IterationOutlining.h"
#include "raise/openmp/Recognition.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tactus {

bool hasCilkLoops(const Module &module) {
  const Function *marker = module.getFunction(CilkLoopMarker);
  return marker && !marker->use_empty();
}

bool outlineSpawningIterations(Module &module) {
  if (!usesCilkSpawns(module))
    return false;
  bool changed = false;
  for (auto &loop : recogniseParallelLoops(module))
    if (loop->isConverted() && any_of(loop->body, [](BasicBlock *block) { return any_of(*block, isOfCilkSpawns); }))
      changed |= outlineIteration(*loop);
  return changed;
}

/// All iterations are the calling thread's.
static void removeSchedule(Function &microtask) {
  for (Instruction &instruction : make_early_inc_range(instructions(microtask))) {
    StringRef name = calleeName(instruction);
    if (name.starts_with("__kmpc_for_static_init_")) {
      IRBuilder<> builder(&instruction);
      builder.CreateStore(builder.getInt32(1), cast<CallBase>(instruction).getArgOperand(3));
    } else if (name != "__kmpc_for_static_fini") {
      continue;
    }
    instruction.eraseFromParent();
  }
}

void makeSerial(ParallelLoop &loop) {
  removeSchedule(*loop.microtask);
  Function &function = *loop.fork->getFunction();
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  AllocaInst *number = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "thread.number");
  builder.SetInsertPoint(loop.fork);
  builder.CreateStore(builder.getInt32(0), number);
  SmallVector<Value *, 8> arguments{number, number};
  // Before the captures: the ident, their number, and the microtask.
  for (Value *capture : drop_begin(loop.fork->args(), 3))
    arguments.push_back(capture);
  builder.CreateCall(loop.microtask, arguments)->setDebugLoc(loop.fork->getDebugLoc());
  loop.fork->eraseFromParent();
}

} // namespace tactus
