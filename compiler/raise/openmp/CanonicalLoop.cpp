//===- CanonicalLoop.cpp - the loop behind a construct's bounds ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/CanonicalLoop.h"
#include "analysis/SmallFunctions.h"
#include "model/RuntimeCalls.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

static bool isIncremented(const Loop &natural, const Value *variable) {
  for (const User *user : variable->users()) {
    const auto *store = dyn_cast<StoreInst>(user);
    const auto *sum = store ? dyn_cast<BinaryOperator>(store->getValueOperand()) : nullptr;
    const auto *step = sum ? dyn_cast<ConstantInt>(sum->getOperand(1)) : nullptr;
    if (step && step->isOne() && natural.contains(store->getParent()))
      return true;
  }
  return false;
}

/// The loop that compares a variable with the bound in its header, if there is one.
static Loop *loopOfBound(const LoadInst &bound, const LoopInfo &loops) {
  if (!bound.hasOneUse())
    return nullptr;
  const User *use = *bound.user_begin();
  if (auto *sum = dyn_cast<BinaryOperator>(use); sum && sum->getOpcode() == Instruction::Add && sum->hasOneUse())
    use = *sum->user_begin();
  auto *compare = dyn_cast<ICmpInst>(use);
  auto *value = compare ? dyn_cast<LoadInst>(compare->getOperand(0)) : nullptr;
  if (!value || value == &bound)
    return nullptr;
  const BasicBlock *block = compare->getParent();
  Loop *natural = loops.getLoopFor(block);
  auto *branch = dyn_cast<BranchInst>(block->getTerminator());
  bool isCheck = natural && natural->getHeader() == block && branch && branch->isConditional() &&
                 branch->getCondition() == compare && isa<AllocaInst>(value->getPointerOperand()) &&
                 natural->contains(branch->getSuccessor(0)) && !natural->contains(branch->getSuccessor(1));
  return isCheck ? natural : nullptr;
}

static Value *variableOf(const Loop &natural) {
  auto *check = cast<BranchInst>(natural.getHeader()->getTerminator());
  return cast<LoadInst>(cast<ICmpInst>(check->getCondition())->getOperand(0))->getPointerOperand();
}

static void noteLoop(ParallelLoop &loop, const Loop &natural, LoadInst &bound) {
  loop.header = natural.getHeader();
  loop.iteration = variableOf(natural);
  loop.boundLoad = &bound;
  for (BasicBlock *member : natural.blocks())
    loop.body.insert(member);
}

bool findCanonicalLoop(ParallelLoop &loop, const LoopInfo &loops) {
  for (User *user : loop.upperBound->users()) {
    auto *bound = dyn_cast<LoadInst>(user);
    Loop *natural = bound ? loopOfBound(*bound, loops) : nullptr;
    if (!natural || !isIncremented(*natural, variableOf(*natural)))
      continue;
    if (loop.header)
      return false;
    noteLoop(loop, *natural, *bound);
  }
  return true;
}

bool findPieceLoop(ParallelLoop &loop, const LoopInfo &loops) {
  for (User *user : loop.upperBound->users()) {
    auto *bound = dyn_cast<LoadInst>(user);
    Loop *natural = bound ? loopOfBound(*bound, loops) : nullptr;
    if (natural && !isIncremented(*natural, variableOf(*natural)))
      noteLoop(loop, *natural, *bound);
  }
  for (User *user : loop.upperBound->users())
    if (auto *load = dyn_cast<LoadInst>(user); load && load != loop.boundLoad && loop.body.contains(load->getParent()))
      loop.pieceEnd = load;
  return loop.pieceEnd != nullptr;
}

/// A function of the header that runs one (raise/header/HeaderLoops.h).
static bool isHeaderLoop(const Function *function) { return function && function->hasFnAttribute(HeaderLoopAttribute); }

static bool isInEveryIteration(const BasicBlock &block, const Loop &natural, const LoopInfo &loops,
                               const DominatorTree &dominators) {
  SmallVector<BasicBlock *, 2> latches;
  natural.getLoopLatches(latches);
  return loops.getLoopFor(&block) == &natural &&
         all_of(latches, [&](BasicBlock *latch) { return dominators.dominates(&block, latch); });
}

/// Notes when an iteration makes the call: always, or unless one of some branches leaves it out.
static void noteCall(ParallelLoop &loop, const CallBase &call, const Loop &natural, const LoopInfo &loops,
                     const DominatorTree &dominators) {
  BasicBlock *block = const_cast<BasicBlock *>(call.getParent());
  if (isInEveryIteration(*block, natural, loops, dominators)) {
    loop.unconditionalCalls.insert(&call);
    return;
  }
  SmallVector<ParallelLoop::Skip, 2> skips;
  while (!isInEveryIteration(*block, natural, loops, dominators)) {
    BasicBlock *before = block->getSinglePredecessor();
    auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
    if (!branch || loops.getLoopFor(before) != &natural)
      return;
    if (branch->isConditional()) {
      BasicBlock *other = branch->getSuccessor(branch->getSuccessor(0) == block ? 1 : 0);
      if (!natural.contains(other))
        return;
      skips.push_back({before, other});
    }
    block = before;
  }
  loop.guardedCalls.insert({&call, std::move(skips)});
}

bool measureBody(ParallelLoop &loop, const LoopInfo &loops, const DominatorTree &dominators) {
  const Loop &natural = *loops.getLoopFor(loop.header);
  bool hasCalls = false;
  loop.bodyInstructions = 0;
  loop.hasUnboundedBody = !natural.getSubLoops().empty();
  for (BasicBlock *block : loop.body) {
    loop.bodyInstructions += block->size();
    for (Instruction &instruction : *block)
      if (auto *call = dyn_cast<CallBase>(&instruction); call && !isa<IntrinsicInst>(call)) {
        noteCall(loop, *call, natural, loops, dominators);
        if (auto called = instructionsOfSmallCall(*call)) {
          loop.bodyInstructions += *called;
          continue;
        }
        hasCalls = true;
        // A nested loop polls for itself.
        loop.hasUnboundedBody |= !isCallTo(instruction, "__kmpc_fork_call") && !isHeaderLoop(call->getCalledFunction());
      }
  }
  return !hasCalls;
}

} // namespace tactus
