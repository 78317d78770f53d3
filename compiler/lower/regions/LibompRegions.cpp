//===- LibompRegions.cpp - regions that stay with libomp -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/regions/LibompRegions.h"
#include "model/Microtask.h"
#include "model/RuntimeCalls.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace tactus {

/// Regions of one thread begin with the number that libomp knows, too.
static void tellBeforeSerialRegions(Module &module) {
  Function *begin = module.getFunction("__kmpc_serialized_parallel");
  if (!begin)
    return;
  for (User *user : begin->users()) {
    auto *call = dyn_cast<CallInst>(user);
    if (!call || call->getCalledFunction() != begin)
      continue;
    // In a module that has been through here before.
    if (Instruction *previous = call->getPrevNode(); previous && isCallTo(*previous, "tactus_region_threads"))
      continue;
    IRBuilder<> builder(call);
    builder.CreateCall(module.getOrInsertFunction("tactus_region_threads", builder.getInt32Ty(), builder.getInt32Ty()),
                       {builder.getInt32(1)});
  }
}

void sizeLibompRegions(Module &module) {
  tellBeforeSerialRegions(module);
  for (CallInst *fork : forkCalls(module)) {
    IRBuilder<> builder(fork);
    CallInst *push = findPushNumThreads(fork);
    FunctionCallee ask =
        module.getOrInsertFunction("tactus_region_threads", builder.getInt32Ty(), builder.getInt32Ty());
    if (push) {
      // In a module that has been through here before.
      if (auto *known = dyn_cast<CallInst>(push->getArgOperand(2)); known && isCallTo(*known, "tactus_region_threads"))
        continue;
      builder.SetInsertPoint(push);
      push->setArgOperand(2, builder.CreateCall(ask, {push->getArgOperand(2)}));
      continue;
    }
    // Pushing 0 changes nothing.
    Value *threads = builder.CreateCall(ask, {builder.getInt32(0)});
    Value *ident = fork->getArgOperand(0);
    Value *number = builder.CreateCall(
        module.getOrInsertFunction("__kmpc_global_thread_num", builder.getInt32Ty(), builder.getPtrTy()), {ident});
    builder.CreateCall(module.getOrInsertFunction("__kmpc_push_num_threads", builder.getVoidTy(), builder.getPtrTy(),
                                                  builder.getInt32Ty(), builder.getInt32Ty()),
                       {ident, number, threads});
  }
}

bool asksForThreadNumbers(const Module &module) {
  SmallPtrSet<const Function *, 8> microtasks;
  for (const Function &function : module)
    for (const BasicBlock &block : function)
      for (const Instruction &instruction : block)
        if (auto *call = dyn_cast<CallBase>(&instruction))
          if (Function *microtask = microtaskOf(*call))
            microtasks.insert(microtask);
  for (StringRef name :
       {"omp_get_thread_num", "omp_get_thread_num_", "omp_get_ancestor_thread_num", "omp_get_ancestor_thread_num_"})
    if (const Function *query = module.getFunction(name); query && query->isDeclaration())
      for (const User *user : query->users()) {
        auto *call = dyn_cast<CallBase>(user);
        if (!call || !microtasks.contains(call->getFunction()))
          return true;
      }
  return false;
}

} // namespace tactus
