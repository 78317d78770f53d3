//===- StretchOutlining.cpp - from a stretch of code to a function -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A stretch is found from a call of libomp's tasking on: all code that can be reached without passing an end. If there
// is a way into the middle of that, as to the head of a loop that creates tasks, the stretch begins further out; but
// not where a construct lies between, as in a loop around both. An end that is come to from elsewhere, too, is no way
// into the stretch:
//
//     for (;;) { construct; tasks }      the tasks, as far as the head of the loop
//
//===----------------------------------------------------------------------===//
#include "raise/tasks/StretchOutlining.h"
#include "analysis/StrandRules.h"
#include "model/RuntimeCalls.h"
#include "model/TaskCalls.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;

namespace tactus {

namespace {

/// Whether a taskwait outside of all groups ends the stretch. Not if there is a way around it.
enum class Waits { End, GoOn };

/// What is reached from where a stretch begins.
struct Reach {
  SetVector<BasicBlock *> blocks;
  /// Where it ends: instructions that are no part of it.
  SmallSetVector<Instruction *, 2> ends;
  /// A group is left that has not been entered.
  bool leavesGroup = false;
  /// The first call of libomp's tasking is in front of an end.
  bool holdsFirst = false;
};

class Stretch {
public:
  Stretch(Function &function, Instruction &first) : function(function), first(first) {}

  /// Null if it cannot be.
  Function *outline() {
    for (Waits waits : {Waits::End, Waits::GoOn})
      if (find(waits))
        return extract();
    return nullptr;
  }

private:
  Function &function;
  Instruction &first;
  Instruction *begin = nullptr;
  Instruction *end = nullptr;

  static bool isEnd(const Instruction &instruction) {
    return isTeamFunction(calleeName(instruction)) || isa<ReturnInst>(instruction);
  }

  bool find(Waits waits) {
    begin = &first;
    DominatorTree dominators(function);
    for (;;) {
      Reach reach = reachFrom(begin, waits);
      if (reach.ends.size() != 1 || reach.leavesGroup || !reach.holdsFirst)
        return false;
      end = reach.ends[0];
      if (endsWithBlocks())
        reach.blocks.remove(end->getParent());
      // Ways into the middle, or back to what stands before the beginning in its block.
      BasicBlock *outer = begin->getParent();
      bool isOpen = reach.blocks.contains(outer) && begin != &outer->front() && isReentered(reach, *outer);
      for (BasicBlock *block : reach.blocks) {
        if (block == begin->getParent() || endsProgram(*block))
          continue;
        for (BasicBlock *from : predecessors(block))
          if (!reach.blocks.contains(from)) {
            outer = outer ? dominators.findNearestCommonDominator(outer, from) : nullptr;
            isOpen = true;
          }
      }
      if (!isOpen)
        return true;
      if (!outer)
        return false;
      if (outer == begin->getParent()) {
        // A loop comes back to this block: what is around it begins the stretch.
        DomTreeNode *node = dominators.getNode(outer);
        node = node ? node->getIDom() : nullptr;
        if (!node)
          return false;
        outer = node->getBlock();
      }
      if (begin == outer->getTerminator())
        return false;
      begin = outer->getTerminator();
    }
  }

  /// Whether nothing of the end's block has to be part of the stretch.
  bool endsWithBlocks() const {
    BasicBlock &block = *end->getParent();
    return &block != begin->getParent() && none_of(make_range(block.begin(), end->getIterator()),
                                                   [](Instruction &each) { return isTasking(calleeName(each)); });
  }

  /// Such blocks may be shared with other code.
  static bool endsProgram(const BasicBlock &block) {
    return isa<UnreachableInst>(block.getTerminator()) && !isa<PHINode>(block.front());
  }

  /// Whether code of the stretch leads back to its first block, which has something before the beginning.
  static bool isReentered(const Reach &reach, BasicBlock &block) {
    return any_of(predecessors(&block), [&](BasicBlock *from) { return reach.blocks.contains(from); });
  }

  Reach reachFrom(Instruction *from, Waits waits) {
    Reach reach;
    SmallVector<std::pair<Instruction *, unsigned>, 8> worklist{{from, 0}};
    reach.blocks.insert(from->getParent());
    while (!worklist.empty()) {
      auto [position, depth] = worklist.pop_back_val();
      bool goesOn = true;
      for (Instruction *each = position; each && goesOn; each = each->getNextNode()) {
        reach.holdsFirst |= each == &first;
        goesOn = !visit(*each, depth, waits, reach);
      }
      if (!goesOn)
        continue;
      for (BasicBlock *next : successors(position->getParent()))
        if (reach.blocks.insert(next))
          worklist.push_back({&next->front(), depth});
    }
    return reach;
  }

  /// Whether the stretch ends there.
  static bool visit(Instruction &instruction, unsigned &depth, Waits waits, Reach &reach) {
    StringRef name = calleeName(instruction);
    if (isEnd(instruction)) {
      reach.ends.insert(&instruction);
      return true;
    }
    if (name == "__kmpc_taskgroup") {
      ++depth;
    } else if (name == "__kmpc_end_taskgroup") {
      reach.leavesGroup |= depth == 0;
      if (depth > 0 && --depth == 0 && waits == Waits::End && instruction.getNextNode())
        return reach.ends.insert(instruction.getNextNode()), true;
    } else if (name == "__kmpc_omp_taskwait" && depth == 0 && waits == Waits::End && instruction.getNextNode()) {
      reach.ends.insert(instruction.getNextNode());
      return true;
    }
    return false;
  }

  /// What has been prepared for the stretch is a part of it, so that its variables may be its own.
  void takePreparations() {
    for (Instruction *before = begin->getPrevNode(); before; before = before->getPrevNode()) {
      if (isa<PHINode, AllocaInst>(before) || (isa<CallBase>(before) && !before->isLifetimeStartOrEnd()))
        return;
      begin = before;
    }
  }

  Function *extract() {
    takePreparations();
    BasicBlock *behind = endsWithBlocks() ? end->getParent() : SplitBlock(end->getParent(), end->getIterator());
    BasicBlock *entry = begin->getParent();
    if (begin != &entry->front() || entry == &function.getEntryBlock())
      entry = SplitBlock(entry, begin->getIterator());
    SetVector<BasicBlock *> blocks;
    blocks.insert(entry);
    for (unsigned i = 0; i < blocks.size(); ++i)
      for (BasicBlock *next : successors(blocks[i]))
        if (next != behind)
          blocks.insert(next);
    separateEnds(blocks);
    askThreadNumberAnew(blocks.getArrayRef());
    CodeExtractor extractor(blocks.getArrayRef(), nullptr, /*AggregateArgs=*/false, nullptr, nullptr, nullptr,
                            /*AllowVarArgs=*/false, /*AllowAlloca=*/false);
    if (!extractor.isEligible())
      return nullptr;
    CodeExtractorAnalysisCache cache(function);
    Function *stretch = extractor.extractCodeRegion(cache);
    if (!stretch)
      return nullptr;
    // Names with ".omp_outlined" are microtasks' and have a thread number first.
    stretch->setName("tactus.stretch");
    for (Attribute::AttrKind kind : {Attribute::AlwaysInline, Attribute::NoRecurse})
      stretch->removeFnAttr(kind);
    takeReductionItems(*stretch);
    return stretch;
  }

  /// The list of what a group reduces is a variable of clang's own, which is written anew each time.
  static void takeReductionItems(Function &stretch) {
    auto *call = cast<CallBase>(stretch.user_back());
    for (Instruction &instruction : instructions(stretch)) {
      if (!isCallTo(instruction, "__kmpc_taskred_init"))
        continue;
      auto *items = dyn_cast<Argument>(cast<CallBase>(instruction).getArgOperand(2)->stripPointerCasts());
      auto *variable = items ? dyn_cast<AllocaInst>(call->getArgOperand(items->getArgNo())) : nullptr;
      bool isOnlyHere = variable && all_of(variable->users(), [&](const User *user) {
                          return user == call || cast<Instruction>(user)->isLifetimeStartOrEnd();
                        });
      if (!isOnlyHere)
        continue;
      Instruction *own = variable->clone();
      own->insertBefore(stretch.getEntryBlock().getFirstInsertionPt());
      items->replaceAllUsesWith(own);
    }
  }

  /// Where the program ends by an exception that nobody catches, stretches have copies of their own.
  void separateEnds(SetVector<BasicBlock *> &blocks) {
    for (unsigned i = 0; i < blocks.size(); ++i) {
      BasicBlock *block = blocks[i];
      bool isShared = any_of(predecessors(block), [&](BasicBlock *from) { return !blocks.contains(from); });
      if (i == 0 || !isShared || !endsProgram(*block))
        continue;
      ValueToValueMapTy values;
      BasicBlock *copy = CloneBasicBlock(block, values, ".stretch", &function);
      for (Instruction &instruction : *copy)
        RemapInstruction(&instruction, values, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      SmallVector<BasicBlock *, 8> callers;
      for (BasicBlock *from : predecessors(block))
        if (blocks.contains(from))
          callers.push_back(from);
      for (BasicBlock *from : callers)
        from->getTerminator()->replaceSuccessorWith(block, copy);
      blocks.remove(block);
      blocks.insert(copy);
      --i;
    }
  }

  bool isThreadNumber(const Value *value) const {
    if (const auto *load = dyn_cast<LoadInst>(value))
      return load->getPointerOperand() == function.getArg(0);
    const auto *call = dyn_cast<CallInst>(value);
    return call && isCallTo(*call, "__kmpc_global_thread_num");
  }

  /// The number that the region's thread has is not that of the thread that runs what follows a task.
  void askThreadNumberAnew(ArrayRef<BasicBlock *> blocks) {
    FunctionCallee query =
        function.getParent()->getOrInsertFunction("__kmpc_global_thread_num", Type::getInt32Ty(function.getContext()),
                                                  PointerType::get(function.getContext(), 0));
    for (BasicBlock *block : blocks)
      for (Instruction &instruction : make_early_inc_range(*block)) {
        if (!calleeName(instruction).starts_with("__kmpc_"))
          continue;
        for (Use &operand : instruction.operands()) {
          if (!isThreadNumber(operand))
            continue;
          IRBuilder<> builder(&instruction);
          operand.set(builder.CreateCall(query, {ConstantPointerNull::get(builder.getPtrTy())}));
        }
      }
  }
};

} // namespace

/// In the order in which clang writes them, that of the program: a stretch begins with the first call that it holds.
static Instruction *firstTasking(Function &function) {
  for (Instruction &instruction : instructions(function))
    if (isTasking(calleeName(instruction)))
      return &instruction;
  return nullptr;
}

/// Clang reads it in one construct and uses it in the next, which may be in another function soon.
static void readThreadNumberOnce(Function &microtask) {
  Argument &address = *microtask.getArg(0);
  LoadInst *first = nullptr;
  for (Instruction &instruction : make_early_inc_range(instructions(microtask))) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load || load == first || load->getPointerOperand() != &address || !load->getType()->isIntegerTy(32))
      continue;
    if (!first) {
      first = cast<LoadInst>(load->clone());
      first->insertBefore(microtask.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    }
    load->replaceAllUsesWith(first);
    load->eraseFromParent();
  }
}

bool outlineStretches(Function &microtask, SmallVectorImpl<Function *> &stretches) {
  readThreadNumberOnce(microtask);
  while (Instruction *first = firstTasking(microtask)) {
    Function *stretch = Stretch(microtask, *first).outline();
    if (!stretch)
      return false;
    stretches.push_back(stretch);
  }
  return true;
}

} // namespace tactus
