//===- ParallelPasses.cpp - parallel loops of OpenMP among sweeps -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "sweeps/ParallelPasses.h"
#include "ir/LLVMVersions.h"
#include "sweeps/MarkedLoops.h"

#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace tactus {

/// Metadata with a number: of the choice, and of the parallel loop that it belongs to.
static constexpr const char *Number = "tactus.splice.parallel";

static StringRef calleeOf(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee ? callee->getName() : "";
}

/// The only worksharing construct of the microtask, a loop with the static schedule; else null.
static CallInst *staticLoop(Function &microtask) {
  constexpr unsigned Schedule = 2, Static = 34;
  CallInst *found = nullptr;
  for (Instruction &instruction : instructions(microtask)) {
    StringRef name = calleeOf(instruction);
    if (name.starts_with("__kmpc_for_static_init_") && !found) {
      found = cast<CallInst>(&instruction);
      auto *schedule = dyn_cast<ConstantInt>(found->getArgOperand(Schedule));
      if (!schedule || schedule->getZExtValue() != Static)
        return nullptr;
    } else if (name.starts_with("__kmpc_") && name != "__kmpc_for_static_fini") {
      return nullptr;
    }
  }
  return found;
}

/// The thread has all iterations: before the call that would give it some, its bounds are those of all.
static void takeAllIterations(Function &microtask) {
  constexpr unsigned IsLast = 3;
  CallInst *start = staticLoop(microtask);
  IRBuilder<> builder(start);
  builder.CreateStore(builder.getInt32(1), start->getArgOperand(IsLast));
  start->eraseFromParent();
  for (Instruction &instruction : make_early_inc_range(instructions(microtask)))
    if (calleeOf(instruction) == "__kmpc_for_static_fini")
      instruction.eraseFromParent();
}

static Function *microtaskOf(const CallInst &fork) {
  constexpr unsigned Microtask = 2;
  auto *microtask = dyn_cast<Function>(fork.getArgOperand(Microtask)->stripPointerCasts());
  return microtask && !microtask->isDeclaration() ? microtask : nullptr;
}

static void copyParallelLoop(CallInst &fork, Function &microtask, unsigned number) {
  Function &function = *fork.getFunction();
  LLVMContext &context = function.getContext();
  MDNode *mark = MDNode::get(context, ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), number)));
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  AllocaInst *choice = builder.CreateAlloca(builder.getInt32Ty()), *thread = builder.CreateAlloca(builder.getInt32Ty());
  choice->setMetadata(Number, mark);
  fork.setMetadata(Number, mark);
  builder.SetInsertPoint(&fork);
  Value *isCopy = builder.CreateIsNotNull(builder.CreateLoad(builder.getInt32Ty(), choice, /*isVolatile=*/true));
  Instruction *copy = nullptr, *parallel = nullptr;
  SplitBlockAndInsertIfThenElse(isCopy, &fork, &copy, &parallel);
  moveBefore(fork, *parallel);
  ValueToValueMapTy values;
  Function *serial = CloneFunction(&microtask, values);
  takeAllIterations(*serial);
  constexpr unsigned FirstVariable = 3;
  SmallVector<Value *, 8> arguments{thread, thread};
  for (unsigned index = FirstVariable; index < fork.arg_size(); ++index)
    arguments.push_back(fork.getArgOperand(index));
  builder.SetInsertPoint(copy);
  builder.SetCurrentDebugLocation(fork.getDebugLoc());
  builder.CreateStore(builder.getInt32(0), thread);
  CallInst *call = builder.CreateCall(serial, arguments);
  InlineFunctionInfo information;
  InlineFunction(*call, information);
  if (serial->use_empty())
    serial->eraseFromParent();
}

bool copyParallelLoops(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  SmallVector<std::pair<CallInst *, Function *>, 4> forks;
  for (Instruction &instruction : instructions(function)) {
    if (calleeOf(instruction) != "__kmpc_fork_call" || !isa<CallInst>(instruction))
      continue;
    auto &fork = cast<CallInst>(instruction);
    const Loop *loop = loops.getLoopFor(fork.getParent());
    while (loop && lineOfPragma(*loop) == 0)
      loop = loop->getParentLoop();
    Function *microtask = microtaskOf(fork);
    constexpr unsigned BeforeVariables = 3, Threads = 2;
    if (loop && microtask && microtask->arg_size() + BeforeVariables == fork.arg_size() + Threads &&
        staticLoop(*microtask))
      forks.push_back({&fork, microtask});
  }
  for (auto [number, fork] : enumerate(forks))
    copyParallelLoop(*fork.first, *fork.second, number);
  return !forks.empty();
}

static ParallelPass passOf(AllocaInst &choice, CallInst *fork) {
  ParallelPass pass{&choice};
  BasicBlock *block = fork ? fork->getParent() : nullptr;
  BasicBlock *before = block ? block->getSinglePredecessor() : nullptr;
  auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
  bool isAloneThere = block && &block->front() == fork && fork->getNextNode() == block->getTerminator();
  if (!isAloneThere || !branch || !branch->isConditional() || !block->getSingleSuccessor())
    return pass;
  auto *condition = dyn_cast<Instruction>(branch->getCondition());
  bool isChoice = condition && any_of(condition->operands(), [&](const Value *operand) {
                    auto *load = dyn_cast<LoadInst>(operand);
                    return load && load->getPointerOperand() == &choice;
                  });
  if (!isChoice)
    return pass;
  pass.parallel = block;
  pass.copy = branch->getSuccessor(branch->getSuccessor(0) == block ? 1 : 0);
  return pass;
}

SmallVector<ParallelPass, 4> parallelPasses(Function &function) {
  SmallVector<ParallelPass, 4> passes;
  for (Instruction &choice : instructions(function)) {
    if (!isa<AllocaInst>(choice) || !choice.hasMetadata(Number))
      continue;
    CallInst *fork = nullptr;
    for (Instruction &other : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&other); call && call->getMetadata(Number) == choice.getMetadata(Number))
        fork = call;
    passes.push_back(passOf(cast<AllocaInst>(choice), fork));
  }
  return passes;
}

bool isAlone(const Loop &loop, const ParallelPass &pass, const DominatorTree &dominators) {
  for (BasicBlock &block : *pass.copy->getParent())
    if (dominators.isReachableFromEntry(&block) && dominators.dominates(pass.copy, &block) && !loop.contains(&block))
      for (const Instruction &instruction : block)
        if (!isa<DbgInfoIntrinsic>(instruction) && !instruction.isLifetimeStartOrEnd() &&
            !isa<AssumeInst>(instruction) && (instruction.mayWriteToMemory() || instruction.mayThrow()))
          return false;
  return true;
}

void decideParallelPasses(Function &function, ArrayRef<ParallelPass> passes) {
  for (const ParallelPass &pass : passes) {
    for (User *user : make_early_inc_range(pass.choice->users()))
      if (auto *load = dyn_cast<LoadInst>(user)) {
        replaceAndRecursivelySimplify(load, ConstantInt::get(load->getType(), pass.isChosen));
        load->eraseFromParent();
      }
    pass.choice->eraseFromParent();
  }
  for (BasicBlock &block : function)
    ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
  EliminateUnreachableBlocks(function);
}

} // namespace tactus
