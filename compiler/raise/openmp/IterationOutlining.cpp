//===- IterationOutlining.cpp - an iteration as a function -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/IterationOutlining.h"
#include "ir/LLVMVersions.h"
#include "model/Microtask.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;

namespace tactus {

/// The block that counts, behind the body: the only one that branches back to the header.
static BasicBlock *latchOf(const ParallelLoop &loop) {
  BasicBlock *latch = nullptr;
  for (BasicBlock *block : predecessors(loop.header))
    if (loop.body.contains(block)) {
      if (latch)
        return nullptr;
      latch = block;
    }
  bool counts = latch && any_of(*latch, [&](Instruction &instruction) {
                  auto *store = dyn_cast<StoreInst>(&instruction);
                  return store && store->getPointerOperand() == loop.iteration;
                });
  return counts ? latch : nullptr;
}

/// What an iteration executes, its first block first, with the blocks that only it reaches and that end the program.
static SmallVector<BasicBlock *, 16> blocksOfIteration(const ParallelLoop &loop, BasicBlock *latch) {
  BasicBlock *first = cast<BranchInst>(loop.header->getTerminator())->getSuccessor(0);
  SetVector<BasicBlock *> blocks;
  blocks.insert(first);
  for (BasicBlock &block : *loop.microtask)
    if (loop.body.contains(&block) && &block != loop.header && &block != latch)
      blocks.insert(&block);
  for (unsigned i = 0; i < blocks.size(); ++i)
    for (BasicBlock *next : successors(blocks[i]))
      if (next != latch && next != loop.header && !blocks.contains(next) &&
          all_of(predecessors(next), [&](BasicBlock *from) { return blocks.contains(from); }))
        blocks.insert(next);
  return {blocks.begin(), blocks.end()};
}

/// The number that the region's thread has is not that of the thread that runs what follows a task.
static void askThreadNumberAnew(Function &microtask, ArrayRef<BasicBlock *> blocks) {
  FunctionCallee query =
      microtask.getParent()->getOrInsertFunction("__kmpc_global_thread_num", Type::getInt32Ty(microtask.getContext()),
                                                 PointerType::get(microtask.getContext(), 0));
  for (User *user : make_early_inc_range(microtask.getArg(0)->users())) {
    auto *load = dyn_cast<LoadInst>(user);
    if (!load)
      continue;
    // clang may have it loaded before the loop.
    for (Use &use : make_early_inc_range(load->uses())) {
      auto *where = cast<Instruction>(use.getUser());
      if (!is_contained(blocks, where->getParent()))
        continue;
      IRBuilder<> builder(where);
      use.set(builder.CreateCall(query, {ConstantPointerNull::get(builder.getPtrTy())}));
    }
    if (load->use_empty())
      load->eraseFromParent();
  }
}

static CodeExtractor extractorOf(ArrayRef<BasicBlock *> blocks) {
  return CodeExtractor(blocks, nullptr, /*AggregateArgs=*/false, nullptr, nullptr, nullptr, /*AllowVarArgs=*/false,
                       /*AllowAlloca=*/true);
}

/// Null, with nothing changed, if that cannot be.
static Function *extract(Function &microtask, ArrayRef<BasicBlock *> blocks) {
  CodeExtractor extractor = extractorOf(blocks);
  if (!extractor.isEligible())
    return nullptr;
  askThreadNumberAnew(microtask, blocks);
  CodeExtractorAnalysisCache cache(microtask);
  Function *iteration = extractor.extractCodeRegion(cache);
  if (!iteration)
    return nullptr;
  // Names with ".omp_outlined" are microtasks' and have a thread number first.
  iteration->setName("tactus.iteration");
  // Clang says so of microtasks. What an iteration calls may come to the same region again.
  iteration->removeFnAttr(Attribute::NoRecurse);
  return iteration;
}

bool outlineIteration(const ParallelLoop &loop) {
  BasicBlock *latch = latchOf(loop);
  return latch && latch != loop.header && extract(*loop.microtask, blocksOfIteration(loop, latch)) != nullptr;
}

namespace {

/// The iteration of a loop whose iterations pass nothing on to each other (analysis/CarriedState.h).
class SharedIteration {
public:
  SharedIteration(const ParallelLoop &loop, ArrayRef<Capture> captures, BasicBlock *latch)
      : loop(loop), captures(captures), blocks(blocksOfIteration(loop, latch)), isInside(blocks.begin(), blocks.end()) {
  }

  void outline() {
    if (!isLong() || asksForThread() || !findVariables())
      return;
    // What is read stays in front, in a block of its own.
    BasicBlock *values = blocks.front();
    blocks.front() = SplitBlock(values, &*values->getFirstInsertionPt());
    if (!extractorOf(blocks).isEligible())
      return;
    readOnce(*values);
    SmallVector<AllocaInst *, 4> moved = moveVariables();
    Function *iteration = extract(*loop.microtask, blocks);
    Function &owner = iteration ? *iteration : *loop.microtask;
    for (AllocaInst *variable : moved)
      variable->moveBefore(owner.getEntryBlock(), owner.getEntryBlock().getFirstInsertionPt());
    if (!iteration)
      return;
    iteration->setName(loop.fork->getFunction()->getName() + ".iteration");
    // The microtask's own says that it is inlined always.
    iteration->removeFnAttr(Attribute::AlwaysInline);
    iteration->addFnAttr(Attribute::NoInline);
  }

private:
  /// As clang writes them. Shorter ones are cheap to have twice, and a call would be much beside them.
  static constexpr unsigned LeastInstructions = 150;

  const ParallelLoop &loop;
  ArrayRef<Capture> captures;
  SmallVector<BasicBlock *, 16> blocks;
  SmallPtrSet<const BasicBlock *, 16> isInside;
  /// Loads in an iteration, by the variable or parameter.
  MapVector<Value *, SmallVector<LoadInst *, 4>> reads;
  /// Variables that nothing else uses.
  SmallSetVector<AllocaInst *, 8> own;

  bool contains(const User *user) const { return isInside.contains(cast<Instruction>(user)->getParent()); }

  bool isLong() const {
    unsigned count = 0;
    for (const BasicBlock *block : blocks)
      count += block->sizeWithoutDebug();
    return count >= LeastInstructions && hasLoop();
  }

  bool hasLoop() const {
    DominatorTree dominators(*loop.microtask);
    return any_of(blocks, [&](const BasicBlock *block) {
      return any_of(successors(block), [&](const BasicBlock *next) {
        return isInside.contains(next) && dominators.dominates(next, block);
      });
    });
  }

  bool asksForThread() const {
    return any_of(loop.microtask->getArg(0)->users(), [&](const User *load) {
      return contains(load) || any_of(load->users(), [&](const User *user) { return contains(user); });
    });
  }

  /// False if the iteration writes variables of the region's, or has regions, which are parts of their nest.
  bool findVariables() {
    for (BasicBlock *block : blocks)
      for (Instruction &instruction : *block) {
        if (isCallTo(instruction, "__kmpc_fork_call"))
          return false;
        for (Use &use : instruction.operands())
          if (!note(use))
            return false;
      }
    return true;
  }

  bool note(const Use &use) {
    Value *variable = use.get();
    auto *load = dyn_cast<LoadInst>(use.getUser());
    bool isRead = load && load->isSimple();
    auto *local = dyn_cast<AllocaInst>(variable);
    if (local && isOwn(*local))
      return own.insert(local), true;
    if (local ? !isRead || !isOnlyRead(*local) : !isRead || !isCapturedByValue(*variable))
      return !local;
    SmallVector<LoadInst *, 4> &loads = reads[variable];
    loads.push_back(load);
    return loads.front()->getType() == load->getType();
  }

  bool isOwn(const AllocaInst &variable) const {
    return variable.isStaticAlloca() && all_of(variable.users(), [&](const User *user) {
             return contains(user) || cast<Instruction>(user)->isLifetimeStartOrEnd();
           });
  }

  /// By the iteration; around it, it has a value.
  bool isOnlyRead(const AllocaInst &variable) const {
    return all_of(variable.uses(), [&](const Use &use) {
      const auto *user = cast<Instruction>(use.getUser());
      bool isStored = isa<StoreInst>(user) && use.getOperandNo() == StoreInst::getPointerOperandIndex();
      return isa<LoadInst>(user) || user->isLifetimeStartOrEnd() || user == loop.init || user == loop.next ||
             (isStored && !contains(user));
    });
  }

  bool isCapturedByValue(const Value &value) const {
    const auto *parameter = dyn_cast<Argument>(&value);
    return parameter && parameter->getArgNo() >= MicrotaskPrefix &&
           parameter->getArgNo() - MicrotaskPrefix < captures.size() &&
           captures[parameter->getArgNo() - MicrotaskPrefix].kind == CaptureKind::ByValue;
  }

  void readOnce(BasicBlock &values) {
    IRBuilder<> builder(values.getTerminator());
    for (auto &[variable, loads] : reads) {
      LoadInst *once = builder.CreateAlignedLoad(loads.front()->getType(), variable, loads.front()->getAlign());
      for (LoadInst *load : loads) {
        load->replaceAllUsesWith(once);
        load->eraseFromParent();
      }
    }
  }

  /// Each iteration has its own: none reads what another has left. Only what happens to them inside goes along.
  SmallVector<AllocaInst *, 4> moveVariables() {
    SmallVector<AllocaInst *, 4> moved;
    for (AllocaInst *variable : own) {
      for (User *user : make_early_inc_range(variable->users()))
        if (!isExtracted(*cast<Instruction>(user)))
          cast<Instruction>(user)->eraseFromParent();
      for (DbgVariableRecord *record : debugRecordsOf(*variable))
        if (!isExtracted(*record->getInstruction()))
          record->eraseFromParent();
      variable->moveBefore(*blocks.front(), blocks.front()->getFirstInsertionPt());
      moved.push_back(variable);
    }
    return moved;
  }

  bool isExtracted(const Instruction &instruction) const { return is_contained(blocks, instruction.getParent()); }
};

} // namespace

void shareIteration(const ParallelLoop &loop, ArrayRef<Capture> captures) {
  BasicBlock *latch = latchOf(loop);
  if (latch && latch != loop.header && !loop.microtask->hasOptNone() && loop.reductions.empty())
    SharedIteration(loop, captures, latch).outline();
}

} // namespace tactus
