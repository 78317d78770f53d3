//===- ScheduleCalls.cpp - what a slice has left of libomp's schedule ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/ScheduleCalls.h"
#include "model/RuntimeCalls.h"
#include "llvm/IR/BasicBlock.h"

using namespace llvm;

namespace tactus {

void cutDispatchLoop(const ParallelLoop &loop) {
  for (BasicBlock *latch : loop.dispatchLatches)
    latch->getTerminator()->replaceSuccessorWith(loop.dispatchHeader, loop.dispatchExit);
}

void removeScheduleCalls(Function &function) {
  static const StringRef names[] = {"__kmpc_for_static_fini", "__kmpc_dispatch_deinit", "__kmpc_barrier"};
  for (BasicBlock &block : function)
    for (Instruction &instruction : make_early_inc_range(block))
      if (any_of(names, [&](StringRef name) { return isCallTo(instruction, name); }))
        instruction.eraseFromParent();
}

} // namespace tactus
