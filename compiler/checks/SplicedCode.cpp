//===- SplicedCode.cpp - what of spliced code needs no look -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "checks/SplicedCode.h"
#include "sweeps/InlinedCalls.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tactus {

bool isOfSpliceHeader(const Function &function) {
  StringRef name = function.getName();
  return isRegion(function) || name.starts_with("_ZN6tactus6splice") || name.starts_with("_ZNK6tactus6splice") ||
         name.contains("__tactus_splice");
}

bool isOwnMemory(const Value *pointer, bool isWrite) {
  const Value *object = getUnderlyingObject(pointer);
  if (isa<AllocaInst>(object))
    return true;
  // What a block has captured: clang's name for its function, and its first argument.
  auto *argument = dyn_cast<Argument>(object);
  if (argument && argument->getArgNo() == 0 && argument->getParent()->getName().contains("_block_invoke"))
    return true;
  auto *variable = dyn_cast<GlobalVariable>(object);
  return variable && ((!isWrite && variable->isConstant()) || variable->isThreadLocal());
}

} // namespace tactus
