//===- LoopDescriptor.cpp - the static data of a loop ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/loops/LoopDescriptor.h"
#include "abi/loops.h"
#include "abi/modules.h"
#include "ir/Registration.h"
#include "ir/StaticRecord.h"
#include "lower/loops/Beats.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace tactus {

/// Whether the call may lead to code of the program's. What libomp is called for behind a loop does not, apart from the
/// combiner that it is given.
static bool mayCallProgram(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  return !callee || !(callee->isIntrinsic() || callee->getName().starts_with("__kmpc_"));
}

static bool mayCallProgram(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  return call && mayCallProgram(*call);
}

/// Whether nothing of the program's is called behind the loop.
static bool endsSlice(const ParallelLoop &loop) {
  auto isQuiet = [](const BasicBlock *block) {
    return none_of(*block, [](const Instruction &instruction) { return mayCallProgram(instruction); });
  };
  BasicBlock *after = cast<BranchInst>(loop.header->getTerminator())->getSuccessor(1);
  if (!all_of(depth_first(after), isQuiet))
    return false;
  const Function *combiner = loop.reduce ? dyn_cast<Function>(loop.reduce->getArgOperand(5)) : nullptr;
  return !loop.reduce || (combiner && all_of(*combiner, [&](const BasicBlock &block) { return isQuiet(&block); }));
}

/// Whether each thread has one part of the loop.
static bool isInParts(const ParallelLoop &loop) {
  constexpr uint64_t Kind = 0xffff, Static = 34; // kmp_sch_static, and libomp's modifiers above
  const auto *schedule = loop.next ? nullptr : dyn_cast<ConstantInt>(loop.init->getArgOperand(2));
  return schedule && (schedule->getZExtValue() & Kind) == Static;
}

static uint32_t flagsOfRegion(const ParallelLoop &loop) {
  return abi::LoopHasRegion | (endsSlice(loop) ? abi::LoopEndsSlice : 0) | (isInParts(loop) ? abi::LoopInParts : 0);
}

GlobalVariable *createDescriptor(const ParallelLoop &loop, Function *run, unsigned environmentWords) {
  Module &module = *run->getParent();
  using Fields = abi::LoopDescriptorFields;
  StaticRecord<Fields> record(module.getContext());
  record.set(Fields::run, run);
  record.set(Fields::file, createString(module, loop.location.file));
  record.set(Fields::function, createString(module, loop.location.function));
  record.set(Fields::line, loop.location.line);
  record.set(Fields::column, loop.location.column);
  record.set(Fields::environmentWords, environmentWords);
  record.set(Fields::flags, (loop.isLeaf ? abi::LeafLoop : 0) |
                                (loop.reduce && !loop.reductionNeedsLock ? abi::HasReduction : 0) |
                                (loop.isCilk || loop.isInsideRecord ? 0 : abi::LoopIsRegion) |
                                (loop.hasRecord ? flagsOfRegion(loop) : 0) | beats().descriptorFlags());
  record.set(Fields::weight, static_cast<uint64_t>(beats().firstWeight(loop)));
  auto *descriptor =
      new GlobalVariable(module, record.type(), false, GlobalValue::InternalLinkage, record.get(), "tactus.loop");
  auto *entry = new GlobalVariable(module, descriptor->getType(), false, GlobalValue::InternalLinkage, descriptor,
                                   "tactus.entry");
  entry->setSection(TACTUS_LOOPS_SECTION);
  appendToUsed(module, {entry}); // Marks the section to be kept, as the one of the stack maps is.
  return descriptor;
}

void setInitialWeight(GlobalVariable &descriptor, const ParallelLoop &loop) {
  auto &record = cast<ConstantStruct>(*descriptor.getInitializer());
  const StructLayout &layout = *descriptor.getParent()->getDataLayout().getStructLayout(record.getType());
  unsigned field = layout.getElementContainingOffset(offsetof(abi::LoopDescriptor, weight));
  SmallVector<Constant *, 12> fields;
  for (Use &operand : record.operands())
    fields.push_back(cast<Constant>(operand));
  fields[field] = ConstantInt::get(fields[field]->getType(), beats().firstWeight(loop));
  descriptor.setInitializer(ConstantStruct::get(record.getType(), fields));
}

Constant *weightAddress(GlobalVariable *descriptor) {
  Type *byte = Type::getInt8Ty(descriptor->getContext());
  return ConstantExpr::getGetElementPtr(
      byte, descriptor,
      ConstantInt::get(Type::getInt64Ty(descriptor->getContext()), offsetof(abi::LoopDescriptor, weight)));
}

} // namespace tactus
