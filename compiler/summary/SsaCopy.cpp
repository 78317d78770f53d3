//===- SsaCopy.cpp - a function as scalar evolution wants it -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "summary/SsaCopy.h"
#include "summary/UntiedParts.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace tactus {

/// CloneFunction would copy the debug information as well.
static Function *copyFunction(Function &original) {
  Function *copy = Function::Create(original.getFunctionType(), GlobalValue::InternalLinkage,
                                    original.getAddressSpace(), "", original.getParent());
  if (original.hasPersonalityFn())
    copy->setPersonalityFn(original.getPersonalityFn());
  ValueToValueMapTy values;
  for (auto [from, to] : zip(original.args(), copy->args()))
    values[&from] = &to;
  for (BasicBlock &block : original)
    values[&block] = CloneBasicBlock(&block, values, "", copy);
  for (Instruction &instruction : make_early_inc_range(instructions(copy))) {
    instruction.dropDbgRecords();
    instruction.setMetadata(LLVMContext::MD_DIAssignID, nullptr); // Else it would be the original's.
    if (isa<DbgInfoIntrinsic>(instruction))
      instruction.eraseFromParent();
    else
      RemapInstruction(&instruction, values, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  }
  return copy;
}

SsaCopy::SsaCopy(Function &original, TargetLibraryInfo &library) : copy(copyFunction(original)) {
  joinUntiedParts(*copy);
  assumptions = std::make_unique<AssumptionCache>(*copy);
  dominators = std::make_unique<DominatorTree>(*copy);
  SmallVector<AllocaInst *, 16> variables;
  for (Instruction &instruction : copy->getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&instruction); variable && isAllocaPromotable(variable))
      variables.push_back(variable);
  if (!variables.empty())
    PromoteMemToReg(variables, *dominators, assumptions.get());
  loops = std::make_unique<LoopInfo>(*dominators);
  evolution = std::make_unique<ScalarEvolution>(*copy, library, *assumptions, *dominators, *loops);
}

SsaCopy::~SsaCopy() {
  evolution.reset();
  loops.reset();
  dominators.reset();
  assumptions.reset();
  copy->eraseFromParent();
}

} // namespace tactus
