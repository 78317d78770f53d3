//===- RaceView.cpp - what ThreadSanitizer is to look at --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "checks/RaceView.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tactus {

namespace {

enum class Owner { None, Runtime, Library, Program };

} // namespace

static Owner threadLocalOwner(const Value *value);

static Owner ownerOfObject(const Value *object) {
  if (const auto *call = dyn_cast<CallBase>(object)) {
    if (call->getIntrinsicID() == Intrinsic::threadlocal_address)
      return threadLocalOwner(call->getArgOperand(0));
    const Function *callee = call->getCalledFunction();
    return callee && callee->getName() == "__errno_location" ? Owner::Library : Owner::None;
  }
  const auto *variable = dyn_cast<GlobalVariable>(object);
  if (!variable || !variable->isThreadLocal())
    return Owner::None;
  return variable->getName().starts_with("tactus_") ? Owner::Runtime : Owner::Program;
}

/// Who has the variable of the calling thread that `value` lies in, if it lies in one. A variable's address may come on
/// several ways.
static Owner threadLocalOwner(const Value *value) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(value, objects);
  Owner owner = ownerOfObject(objects.front());
  return all_of(objects, [&](const Value *object) { return ownerOfObject(object) == owner; }) ? owner : Owner::None;
}

/// Does the program use a variable of the calling thread here?
static bool namesOwnOfThread(const Instruction &instruction) {
  return any_of(instruction.operands(), [](const Use &operand) {
    return operand->getType()->isPointerTy() && threadLocalOwner(operand) == Owner::Program;
  });
}

/// The function is one of the module's by now, or libtactus' own.
static bool asksForNumber(const Instruction &instruction) {
  const auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().contains("omp_get_thread_num") && call->getType()->isIntegerTy(32);
}

static void hide(Instruction &instruction) {
  instruction.setMetadata(LLVMContext::MD_nosanitize, MDNode::get(instruction.getContext(), {}));
}

/// C++ adds to the name that the function is static, and the name's length.
static bool isOfHeader(StringRef name) {
  if (name.consume_front("_ZL") || name.consume_front("_Z"))
    name = name.drop_while(isDigit);
  return name.starts_with("tactus_");
}

PreservedAnalyses HeaderViewPass::run(Function &function, FunctionAnalysisManager &) {
  if (!function.hasFnAttribute(Attribute::SanitizeThread) || !isOfHeader(function.getName()))
    return PreservedAnalyses::all();
  for (Instruction &instruction : instructions(function))
    if (getLoadStorePointerOperand(&instruction))
      hide(instruction);
  return PreservedAnalyses::all();
}

PreservedAnalyses RaceViewPass::run(Function &function, FunctionAnalysisManager &) {
  if (!function.hasFnAttribute(Attribute::SanitizeThread))
    return PreservedAnalyses::all();
  bool changed = false, usesOwn = false;
  SmallVector<CallInst *, 4> questions;
  for (Instruction &instruction : instructions(function)) {
    Owner owner = Owner::None;
    if (const Value *pointer = getLoadStorePointerOperand(&instruction))
      owner = threadLocalOwner(pointer);
    if (owner == Owner::Runtime || owner == Owner::Library) {
      hide(instruction);
      changed = true;
    }
    usesOwn |= namesOwnOfThread(instruction);
    if (asksForNumber(instruction))
      questions.push_back(cast<CallInst>(&instruction));
  }
  for (CallInst *question : questions) {
    IRBuilder<> builder(question->getNextNode());
    builder.SetCurrentDebugLocation(question->getDebugLoc());
    builder.CreateCall(
        function.getParent()->getOrInsertFunction("tactus_own_of_number", builder.getVoidTy(), builder.getInt32Ty()),
        {question});
    changed = true;
  }
  if (usesOwn) {
    IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    if (DISubprogram *subprogram = function.getSubprogram())
      builder.SetCurrentDebugLocation(DILocation::get(function.getContext(), subprogram->getLine(), 0, subprogram));
    builder.CreateCall(function.getParent()->getOrInsertFunction("tactus_own_of_thread", builder.getVoidTy()));
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus
