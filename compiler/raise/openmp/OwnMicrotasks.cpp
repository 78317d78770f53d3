//===- OwnMicrotasks.cpp - a microtask for each fork --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/OwnMicrotasks.h"
#include "ir/DebugScope.h"
#include "model/Microtask.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tactus {

/// Inlining may put a region into itself. Its copies would have no end.
static bool containsItself(Function &microtask) {
  SmallSetVector<Function *, 4> inside;
  inside.insert(&microtask);
  for (unsigned i = 0; i < inside.size(); ++i)
    for (Instruction &instruction : instructions(*inside[i]))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *inner = microtaskOf(*call)) {
          if (inner == &microtask)
            return true;
          inside.insert(inner);
        }
  return false;
}

Function *copyMicrotask(Function &microtask) {
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&microtask, map);
  separateAssignments(*copy);
  copy->addFnAttr(OtherVersionAttribute);
  return copy;
}

/// With the calls for the false side of the fork's `if` clause.
static void giveCopy(CallInst &fork, Function &microtask) {
  Function *copy = copyMicrotask(microtask);
  for (User *user : make_early_inc_range(microtask.users()))
    if (auto *call = dyn_cast<CallInst>(user);
        call && call->getCalledFunction() == &microtask && call->getFunction() == fork.getFunction())
      call->setCalledFunction(copy);
  fork.setArgOperand(2, copy);
}

void separateSharedMicrotasks(Module &module) {
  SmallPtrSet<Function *, 16> forked;
  SmallVector<CallInst *, 16> shared;
  do {
    forked.clear();
    shared.clear();
    for (CallInst *fork : forkCalls(module)) {
      Function *microtask = microtaskOf(*fork);
      if (!microtask->isDeclaration() && microtask->hasLocalLinkage() && !forked.insert(microtask).second &&
          !containsItself(*microtask))
        shared.push_back(fork);
    }
    for (CallInst *fork : shared)
      giveCopy(*fork, *microtaskOf(*fork));
    // The copies' own forks share what stands in the originals.
  } while (!shared.empty());
}

} // namespace tactus
