//===- EarlyReturn.cpp - first branches that return at once --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/forks/EarlyReturn.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace tactus {

/// What may be copied: in instructions, without those for debugging.
static constexpr unsigned MaximalEntry = 24, MaximalReturn = 8, MaximalBlocks = 3;

namespace {

/// The part of a function up to its early return.
struct EarlyPath {
  Value *condition = nullptr;
  bool returnsIfTrue = true;
  SmallVector<const Instruction *, 16> question; // of the entry block
  SmallVector<const BasicBlock *, 4> blocks;     // from the entry block to the one that returns

  bool find(const Function &callee);

private:
  bool findReturn(const BasicBlock *block);
};

/// No call that does anything, and nothing that depends on the callee's frame.
bool mayBeCopied(const Instruction &instruction) {
  if (isa<AllocaInst>(instruction) || instruction.isVolatile() || instruction.isAtomic() ||
      any_of(instruction.operands(), [](const Use &operand) { return isa<AllocaInst>(operand.get()); }))
    return false;
  return !isa<CallBase>(instruction) ||
         (isa<IntrinsicInst>(instruction) && cast<IntrinsicInst>(instruction).doesNotAccessMemory() &&
          !cast<IntrinsicInst>(instruction).isConvergent());
}

bool EarlyPath::findReturn(const BasicBlock *block) {
  for (unsigned count = 0; count < MaximalBlocks; ++count) {
    if (block == blocks.front() || block->isEHPad() || block->sizeWithoutDebug() > MaximalReturn)
      return false;
    blocks.push_back(block);
    for (const Instruction &instruction : *block)
      if (!isa<DbgInfoIntrinsic>(instruction) && !mayBeCopied(instruction))
        return false;
    if (isa<ReturnInst>(block->getTerminator()))
      return true;
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch || branch->isConditional())
      return false;
    block = branch->getSuccessor(0);
  }
  return false;
}

bool EarlyPath::find(const Function &callee) {
  const BasicBlock &entry = callee.getEntryBlock();
  auto *branch = dyn_cast<BranchInst>(entry.getTerminator());
  if (!branch || !branch->isConditional() || entry.sizeWithoutDebug() > MaximalEntry)
    return false;
  for (const Instruction &instruction : entry) {
    // Variables of the rest may begin here.
    if (&instruction == branch || isa<AllocaInst>(instruction) || isa<DbgInfoIntrinsic>(instruction))
      continue;
    if (!mayBeCopied(instruction) || instruction.mayWriteToMemory())
      return false;
    question.push_back(&instruction);
  }
  condition = branch->getCondition();
  for (unsigned side : {0, 1}) {
    blocks.assign(1, &entry);
    returnsIfTrue = side == 0;
    if (branch->getSuccessor(0) != branch->getSuccessor(1) && findReturn(branch->getSuccessor(side)))
      return true;
  }
  return false;
}

/// Copies instructions of the callee, as the inliner would, to where a call of it is.
class Copier {
public:
  Copier(CallBase &place, const Function &callee, unsigned firstArgument) : place(place) {
    for (const Argument &parameter : callee.args())
      values[&parameter] = place.getArgOperand(firstArgument + parameter.getArgNo());
  }

  void copy(const Instruction &instruction) {
    Instruction *made = instruction.clone();
    made->dropDbgRecords();
    made->insertBefore(place.getIterator());
    RemapInstruction(made, values, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    made->setDebugLoc(locationOf(instruction));
    values[&instruction] = made;
  }

  void define(const Value &original, Value *value) { values[&original] = value; }

  Value *lookup(Value *value) const {
    auto found = values.find(value);
    return found == values.end() ? value : static_cast<Value *>(found->second);
  }

private:
  CallBase &place;
  ValueToValueMapTy values;
  DenseMap<const MDNode *, MDNode *> inlinedAt;

  DebugLoc locationOf(const Instruction &instruction) {
    DILocation *call = place.getDebugLoc();
    if (!instruction.getDebugLoc() || !call)
      return call;
    if (!site)
      site = DILocation::getDistinct(call->getContext(), call->getLine(), call->getColumn(), call->getScope(),
                                     call->getInlinedAt());
    const DebugLoc &original = instruction.getDebugLoc();
    DebugLoc around = DebugLoc::appendInlinedAt(original, site, place.getContext(), inlinedAt);
    return DILocation::get(place.getContext(), original.getLine(), original.getCol(), original.getScope(), around);
  }
  DILocation *site = nullptr;
};

} // namespace

static void answer(CallInst &question, const EarlyPath *path) {
  Value *result = ConstantInt::getFalse(question.getContext());
  if (path) {
    Copier copier(question, *cast<Function>(question.getArgOperand(0)), 1);
    for (const Instruction *instruction : path->question)
      copier.copy(*instruction);
    result = copier.lookup(path->condition);
    if (!path->returnsIfTrue) {
      IRBuilder<> builder(&question);
      result = builder.CreateNot(result);
    }
  }
  question.replaceAllUsesWith(result);
  question.eraseFromParent();
}

static void copyEarlyReturn(CallInst &call, const EarlyPath &path) {
  Copier copier(call, *call.getCalledFunction(), 0);
  for (const Instruction *instruction : path.question)
    copier.copy(*instruction);
  for (unsigned index = 1; index < path.blocks.size(); ++index) {
    const BasicBlock &block = *path.blocks[index];
    SmallVector<std::pair<const PHINode *, Value *>, 4> incoming;
    for (const PHINode &phi : block.phis())
      incoming.push_back({&phi, copier.lookup(phi.getIncomingValueForBlock(path.blocks[index - 1]))});
    for (auto [phi, value] : incoming)
      copier.define(*phi, value);
    for (const Instruction &instruction : block)
      if (!isa<PHINode>(instruction) && !isa<DbgInfoIntrinsic>(instruction) && !instruction.isTerminator())
        copier.copy(instruction);
  }
  Value *returned = cast<ReturnInst>(path.blocks.back()->getTerminator())->getReturnValue();
  if (returned)
    call.replaceAllUsesWith(copier.lookup(returned));
  call.eraseFromParent();
}

static bool isQuestion(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == EarlyQuestionName;
}

static bool resolve(Function &function, bool mayAccept) {
  if (!function.getParent()->getFunction(EarlyQuestionName))
    return false;
  SmallVector<CallInst *, 4> questions, calls;
  for (Instruction &instruction : instructions(function))
    if (isQuestion(instruction))
      questions.push_back(cast<CallInst>(&instruction));
    else if (auto *call = dyn_cast<CallInst>(&instruction); call && call->hasFnAttr(EarlyCallAttribute))
      calls.push_back(call);
  // All are looked at before any is resolved: the function may be its own callee.
  DenseMap<const Function *, EarlyPath> paths;
  auto note = [&](Value *operand) {
    auto *callee = dyn_cast<Function>(operand);
    if (!mayAccept || !callee || callee->isDeclaration() || paths.contains(callee))
      return;
    EarlyPath path;
    if (path.find(*callee))
      paths.insert({callee, std::move(path)});
  };
  for (CallInst *question : questions)
    note(question->getArgOperand(0));
  auto pathOf = [&](Value *callee) {
    auto found = paths.find(dyn_cast<Function>(callee));
    return found == paths.end() ? nullptr : &found->second;
  };
  for (CallInst *call : calls)
    if (const EarlyPath *path = pathOf(call->getCalledOperand()))
      copyEarlyReturn(*call, *path);
  for (CallInst *question : questions)
    answer(*question, pathOf(question->getArgOperand(0)));
  return !questions.empty();
}

PreservedAnalyses EarlyReturnPass::run(Function &function, FunctionAnalysisManager &) {
  return resolve(function, /*mayAccept=*/true) ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

bool declineEarlyReturns(Function &function) { return resolve(function, /*mayAccept=*/false); }

} // namespace tactus
