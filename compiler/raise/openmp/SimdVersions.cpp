//===- SimdVersions.cpp - loops that clang writes twice ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/SimdVersions.h"
#include "ir/DebugScope.h"
#include "model/Microtask.h"
#include "model/Reasons.h"
#include "raise/openmp/Recognition.h"
#include "raise/openmp/RegionCopies.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

namespace {

/// The loops over the iterations: their headers read the worksharing loop's upper bound.
SmallVector<BasicBlock *, 2> loopHeaders(const ParallelLoop &loop, const LoopInfo &loops) {
  const CallInst *bounds = loop.next ? loop.next : loop.init;
  const Value *upperBound = bounds->getArgOperand(loop.next ? 4 : 5);
  SmallVector<BasicBlock *, 2> headers;
  for (const User *user : upperBound->users())
    if (const auto *load = dyn_cast<LoadInst>(user);
        load && loops.isLoopHeader(load->getParent()) && !is_contained(headers, load->getParent()))
      headers.push_back(const_cast<BasicBlock *>(load->getParent()));
  return headers;
}

/// The question which version is meant; null if this is not how the two come about.
BranchInst *findQuestion(const ParallelLoop &loop) {
  DominatorTree dominators(*loop.microtask);
  LoopInfo loops(dominators);
  SmallVector<BasicBlock *, 2> headers = loopHeaders(loop, loops);
  if (headers.size() != 2)
    return nullptr;
  auto *question = dyn_cast<BranchInst>(dominators.findNearestCommonDominator(headers[0], headers[1])->getTerminator());
  if (!question || !question->isConditional() || !Recomputation::isPossible(question->getCondition()))
    return nullptr;
  BasicBlock *with = question->getSuccessor(0), *without = question->getSuccessor(1);
  if (!dominators.dominates(with, headers[0]))
    std::swap(headers[0], headers[1]);
  return dominators.dominates(with, headers[0]) && dominators.dominates(without, headers[1]) ? question : nullptr;
}

void answer(BranchInst &question, bool isSimd) {
  Function &function = *question.getFunction();
  question.setCondition(ConstantInt::getBool(question.getContext(), isSimd));
  ConstantFoldTerminator(question.getParent(), /*DeleteDeadConditions=*/true);
  removeUnreachableBlocks(function);
}

bool separateVersions(ParallelLoop &loop) {
  BranchInst *question = findQuestion(loop);
  if (!question)
    return false;
  ValueToValueMapTy copies;
  Function *with = CloneFunction(loop.microtask, copies);
  separateAssignments(*with);
  Value *condition = question->getCondition();
  auto separate = [&](const RegionCall &region) {
    separateRegion(region, Recomputation(*region.call, region.firstArgument, *region.first).compute(condition), *with);
  };
  separate(regionOfFork(*loop.fork));
  for (CallInst *call : loop.serialCalls)
    separate(regionOfSerialCall(*call));
  answer(*cast<BranchInst>(static_cast<Value *>(copies.lookup(question))), true);
  answer(*question, false);
  loop.microtask->addFnAttr(OtherVersionAttribute);
  return true;
}

} // namespace

bool separateSimdVersions(ArrayRef<std::unique_ptr<ParallelLoop>> loops) {
  bool changed = false;
  for (auto &loop : loops)
    if (loop->reasons.contains(Reason::SimdIf))
      changed |= separateVersions(*loop);
  return changed;
}

} // namespace tactus
