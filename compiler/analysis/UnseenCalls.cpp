//===- UnseenCalls.cpp - what code calls in other files --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/UnseenCalls.h"
#include "analysis/PhaseCalls.h"
#include "analysis/PromotionReach.h"
#include "analysis/StrandRules.h"
#include "ir/OpenMPFunctions.h"
#include "model/RuntimeCalls.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace tactus {

void UnseenCalls::add(const Instruction &instruction) {
  look(instruction);
  for (; lookedAt < reached.size(); ++lookedAt)
    for (const Instruction &each : instructions(*reached[lookedAt]))
      look(each);
}

void UnseenCalls::look(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return;
  auto libraryInfo = [&](Function &function) -> TargetLibraryInfo & {
    return analyses.getResult<TargetLibraryAnalysis>(function);
  };
  if (callsOtherFile(instruction, libraryInfo)) {
    if (Function *callee = calledByName(instruction))
      callees.insert(callee);
    else
      areNamed = false;
  }
  if (tasks == TaskCode::AsClangWritesIt && calleeName(instruction).starts_with("__kmpc_omp_task"))
    return;
  if (const Function *callee = call->getCalledFunction(); callee && !callee->isDeclaration())
    reached.insert(callee);
  for (const Use &operand : call->args())
    lookAtOperand(*operand);
}

/// Libraries call what they are given: a microtask, a task's entry, a combiner, the branches of a fork.
void UnseenCalls::lookAtOperand(const Value &operand) {
  const Value *value = operand.stripPointerCasts();
  if (const auto *data = dyn_cast<GlobalVariable>(value); data && data->hasInitializer()) {
    for (const Use &field : data->getInitializer()->operands())
      if (isa<Function>(field->stripPointerCasts()))
        lookAtOperand(*field);
    return;
  }
  auto *function = const_cast<Function *>(dyn_cast<Function>(value));
  if (!function)
    return;
  if (!function->isDeclaration())
    reached.insert(function);
  else if (!isLibrary(*function))
    callees.insert(function);
}

bool UnseenCalls::isLibrary(Function &function) const {
  return openmpFunctionKind(function.getName()) ||
         isLibraryFunction(function, analyses.getResult<TargetLibraryAnalysis>(function));
}

} // namespace tactus
