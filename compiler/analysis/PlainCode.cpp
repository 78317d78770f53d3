//===- PlainCode.cpp - code that only computes and uses ordinary memory ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/PlainCode.h"
#include "model/MathCall.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

static bool isPlainIntrinsic(const IntrinsicInst &call) {
  if (isa<DbgInfoIntrinsic>(call) || call.isAssumeLikeIntrinsic())
    return true;
  if (auto *memory = dyn_cast<MemIntrinsic>(&call))
    return !memory->isVolatile();
  // Of the others, arithmetic. Not llvm.threadlocal.address, which has no effects either.
  return call.doesNotAccessMemory() && !call.isConvergent() && call.getIntrinsicID() != Intrinsic::threadlocal_address;
}

/// A constant may be an expression of other constants.
static bool namesThreadLocal(const Value *operand) {
  SmallSetVector<const Constant *, 8> constants;
  if (auto *constant = dyn_cast<Constant>(operand))
    constants.insert(constant);
  for (unsigned i = 0; i < constants.size(); ++i) { // NOLINT(modernize-loop-convert): it grows
    if (constants[i]->isThreadDependent())
      return true;
    if (isa<GlobalValue>(constants[i]))
      continue;
    for (const Value *part : constants[i]->operands())
      if (auto *constant = dyn_cast<Constant>(part))
        constants.insert(constant);
  }
  return false;
}

/// Adds what it calls to `functions`.
static bool isPlain(const Instruction &instruction, const TargetLibraryInfo &library,
                    SmallSetVector<Function *, 16> &functions) {
  if (instruction.isAtomic() || instruction.isVolatile() || any_of(instruction.operand_values(), namesThreadLocal))
    return false;
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return true;
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(call))
    return isPlainIntrinsic(*intrinsic);
  Function *callee = call->getCalledFunction();
  if (!callee)
    return false;
  // Each thread has an errno of its own, which no iteration of plain code reads.
  if (isMathCall(*call, library))
    return true;
  functions.insert(callee);
  return true;
}

/// What has been found, with all that it calls.
static bool arePlain(SmallSetVector<Function *, 16> functions,
                     function_ref<TargetLibraryInfo &(Function &)> libraryInfo) {
  for (unsigned i = 0; i < functions.size(); ++i) { // NOLINT(modernize-loop-convert): it grows
    Function &code = *functions[i];
    if (code.isDeclaration() || code.isInterposable())
      return false;
    const TargetLibraryInfo &library = libraryInfo(code);
    for (const Instruction &instruction : instructions(code))
      if (!isPlain(instruction, library, functions))
        return false;
  }
  return true;
}

bool isPlainCode(Function &function, function_ref<TargetLibraryInfo &(Function &)> libraryInfo) {
  SmallSetVector<Function *, 16> functions;
  functions.insert(&function);
  return arePlain(std::move(functions), libraryInfo);
}

bool isPlainCode(const BlockSet &blocks, function_ref<TargetLibraryInfo &(Function &)> libraryInfo) {
  SmallSetVector<Function *, 16> functions;
  for (const BasicBlock *block : blocks)
    for (const Instruction &instruction : *block)
      if (!isPlain(instruction, libraryInfo(*(*blocks.begin())->getParent()), functions))
        return false;
  return arePlain(std::move(functions), libraryInfo);
}

} // namespace tactus
