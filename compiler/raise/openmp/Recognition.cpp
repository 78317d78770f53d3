//===- Recognition.cpp - find the OpenMP loops that can be converted -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Works on clang's raw output (see ParallelLoop.h for its shape), where every construct is still a call of the OpenMP
// runtime. A region is converted only if all of it is understood: one worksharing loop, calls from a list of known
// ones, and around the loop nothing but what its clauses ask for.
//
// That last condition separates `parallel for`, where code beside the loop can only come from clauses, from a `for`
// inside a `parallel`, where it may be the user's and would run once a thread. The two are told apart by the
// directives' positions in the idents of the fork and of the loop; in the second case nothing beside the loop may have
// an effect outside the thread.
//
//===----------------------------------------------------------------------===//
#include "raise/openmp/Recognition.h"
#include "analysis/Captures.h"
#include "analysis/LastValues.h"
#include "analysis/Regrouping.h"
#include "analysis/SmallFunctions.h"
#include "analysis/ThreadIdentity.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "model/RuntimeCalls.h"
#include "raise/openmp/CanonicalLoop.h"
#include "raise/openmp/Counters.h"
#include "raise/openmp/EffectsBesideLoops.h"
#include "raise/openmp/TripCount.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace tactus {

namespace {

/// A constant loop up to this size is what unrolling turns into straight-line code; so many instructions, before any
/// optimisation, take about as long as one promotion.
constexpr uint64_t MostIterationsOfShortLoop = 64;
constexpr uint64_t MostInstructionsOfShortLoop = 2048;

class LoopRecogniser {
public:
  LoopRecogniser(ParallelLoop &loop, Function &microtask, TasksInLoops tasks)
      : loop(loop), microtask(microtask), tasks(tasks), dominators(microtask) {
    loops.analyze(dominators);
  }

  void run() {
    if (scanCalls() && checkSchedule() && findLoop() && findDispatch() && checkSurroundings() && findReduction()) {
      measure();
      findCounters(loop);
      if (SourceLocation construct = locationOfIdent(loop.init->getArgOperand(0)); construct.line != 0)
        loop.location = construct;
    }
  }

private:
  ParallelLoop &loop;
  Function &microtask;
  TasksInLoops tasks;
  DominatorTree dominators;
  LoopInfo loops;
  SmallVector<CallInst *, 2> barriers;

  bool refuse(Reason reason) {
    loop.reasons = reason;
    return false;
  }

  /// Every call of the OpenMP runtime must be a known one.
  bool scanCalls() {
    bool otherLoop = false, otherVersion = false;
    for (Instruction &instruction : instructions(microtask)) {
      StringRef name = calleeName(instruction);
      if (!name.starts_with("__kmpc_") && !name.starts_with("__tgt_"))
        continue;
      auto *call = dyn_cast<CallInst>(&instruction);
      if (!call)
        return refuse(Reason::RuntimeCall);
      Classification classification = classifyRuntimeCall(name);
      switch (classification.role) {
      case CallRole::Allowed:
        break;
      case CallRole::StaticInit:
      case CallRole::DispatchInit:
        otherVersion |=
            loop.init &&
            locationOfIdent(loop.init->getArgOperand(0)).isSamePlace(locationOfIdent(call->getArgOperand(0)));
        otherLoop |= loop.init != nullptr;
        loop.init = call;
        break;
      case CallRole::DispatchNext:
        otherLoop |= loop.next != nullptr;
        loop.next = call;
        break;
      case CallRole::Reduce:
        if (loop.reduce)
          return refuse(Reason::SeveralReductions);
        loop.reduce = call;
        break;
      case CallRole::Barrier:
        barriers.push_back(call);
        break;
      case CallRole::Refused:
        if (classification.reason != Reason::Tasking || tasks == TasksInLoops::Refused)
          return refuse(classification.reason);
        loop.taskCalls.push_back(call);
      }
    }
    if (otherLoop)
      return refuse(otherVersion ? Reason::SimdIf : Reason::Shape);
    if (hasConditionalLastprivate(microtask))
      return refuse(Reason::ConditionalLastprivate);
    return loop.init ? true : refuse(Reason::NoLoop);
  }

  bool checkSchedule() {
    // `sections` is a loop over a switch, in clang's output; its parts may wait for each other.
    if ((flagsOfIdent(loop.init->getArgOperand(0)) & IdentWorkSections) && !loop.isLatent)
      return refuse(Reason::ThreadRoles);
    auto *kind = dyn_cast<ConstantInt>(loop.init->getArgOperand(2));
    if (!kind)
      return refuse(Reason::Shape);
    int64_t schedule = kind->getSExtValue() & ~(int64_t{3} << 29);
    if (isOrderedSchedule(schedule))
      return refuse(Reason::Ordered);
    if (isDistributeSchedule(schedule))
      return refuse(Reason::Teams);
    bool isDispatch = calleeName(*loop.init).starts_with("__kmpc_dispatch_init_");
    if (isDispatch != (loop.next != nullptr))
      return refuse(Reason::Shape);
    unsigned first = isDispatch ? 2 : 3;
    CallInst *bounds = isDispatch ? loop.next : loop.init;
    loop.isLast = bounds->getArgOperand(first);
    loop.lowerBound = bounds->getArgOperand(first + 1);
    loop.upperBound = bounds->getArgOperand(first + 2);
    if (!isa<AllocaInst>(loop.lowerBound) || !isa<AllocaInst>(loop.upperBound) || !isa<AllocaInst>(loop.isLast))
      return refuse(Reason::Shape);
    if (!beginsWhereKnown(loop, dominators))
      return refuse(Reason::Shape);
    loop.iterationType = cast<AllocaInst>(loop.upperBound)->getAllocatedType();
    return loop.iterationType->isIntegerTy(32) || loop.iterationType->isIntegerTy(64) ? true : refuse(Reason::Shape);
  }

  bool findLoop() {
    // With an `if` clause for simd, clang writes the loop twice.
    if (!findCanonicalLoop(loop, loops))
      return refuse(Reason::SimdIf);
    if (!loop.header || cast<AllocaInst>(loop.iteration)->getAllocatedType() != loop.iterationType)
      return refuse(Reason::Shape);
    bool createsTasksOutside =
        any_of(loop.taskCalls, [&](CallInst *call) { return !loop.body.contains(call->getParent()); });
    return createsTasksOutside ? refuse(Reason::Tasking) : true;
  }

  /// Chunked and dynamic schedules loop over chunks; a slice is one chunk, so that loop is cut.
  bool findDispatch() {
    Loop *chunks = loops.getLoopFor(loop.header)->getParentLoop();
    if (!chunks)
      return loop.next ? refuse(Reason::Shape) : true;
    if (chunks->contains(loop.init->getParent()))
      return refuse(Reason::OwnCode); // A loop of the user's around the worksharing loop.
    if (chunks->getParentLoop())
      return refuse(Reason::Shape);
    SmallVector<Loop::Edge, 2> exits;
    chunks->getExitEdges(exits);
    for (auto &[from, to] : exits)
      if (dominators.dominates(from, loop.header) && from->getTerminator()->getNumSuccessors() == 2) {
        if (loop.dispatchExit && loop.dispatchExit != to)
          return refuse(Reason::Shape);
        loop.dispatchExit = to;
      }
    chunks->getLoopLatches(loop.dispatchLatches);
    loop.dispatchHeader = chunks->getHeader();
    return loop.dispatchExit && !isa<PHINode>(loop.dispatchExit->front()) ? true : refuse(Reason::Shape);
  }

  /// A barrier before the loop separates reads of original variables (firstprivate, linear) from the writes at the
  /// loop's end (lastprivate, linear). A task may start after the last iteration has been run elsewhere, so it gets the
  /// values that were read as they are when the loop is entered.
  bool findSnapshots(CallInst *barrier) {
    loop.snapshotTypes.assign(microtask.arg_size() - MicrotaskPrefix, nullptr);
    loop.snapshotReads.clear();
    for (unsigned i = 2; i < microtask.arg_size(); ++i) {
      SmallVector<LoadInst *, 2> reads;
      bool isReadOtherwise = false;
      bool isUsedAfter = false;
      for (User *user : microtask.getArg(i)->users()) {
        auto *instruction = cast<Instruction>(user);
        if (auto *store = dyn_cast<StoreInst>(instruction); store && store->getValueOperand() == microtask.getArg(i))
          continue; // The copy for the debugger.
        if (!dominators.dominates(instruction, barrier))
          isUsedAfter = true;
        else if (auto *load = dyn_cast<LoadInst>(instruction); load && load->isSimple() && isSnapshotType(*load))
          reads.push_back(load);
        else
          isReadOtherwise = true;
      }
      if (!isUsedAfter || isOnlyRead(*microtask.getArg(i)))
        continue;
      if (isReadOtherwise)
        return false;
      for (LoadInst *read : reads) {
        Type *&type = loop.snapshotTypes[i - 2];
        if (type && type != read->getType())
          return false;
        type = read->getType();
        loop.snapshotReads.push_back({read, i - 2});
      }
    }
    return true;
  }

  /// Is the captured variable only read, in place?
  static bool isOnlyRead(const Argument &captured) {
    SmallVector<const Value *, 8> worklist{&captured};
    while (!worklist.empty()) {
      const Value *address = worklist.pop_back_val();
      for (const User *user : address->users()) {
        const auto *store = dyn_cast<StoreInst>(user);
        const auto *copy = dyn_cast<MemTransferInst>(user);
        if (isa<GetElementPtrInst>(user))
          worklist.push_back(user);
        else if (!isa<LoadInst>(user) && !(store && address == &captured && store->getValueOperand() == address) &&
                 !(copy && copy->getDest() != address))
          return false;
      }
    }
    return true;
  }

  /// Is something read before the barrier that is neither local nor captured, such as a global variable?
  bool readsSharedMemoryBefore(const CallInst *barrier) const {
    for (const Instruction &instruction : instructions(microtask)) {
      if (!isPotentiallyReachable(&instruction, barrier, nullptr, &dominators) || !instruction.mayReadFromMemory() ||
          instruction.isLifetimeStartOrEnd() || calleeName(instruction).starts_with("__kmpc_"))
        continue;
      const Value *source = nullptr;
      if (const auto *load = dyn_cast<LoadInst>(&instruction))
        source = load->getPointerOperand();
      else if (const auto *copy = dyn_cast<MemTransferInst>(&instruction))
        source = copy->getSource();
      const Value *origin = source ? getUnderlyingObject(source) : nullptr;
      if (!origin || (!isa<AllocaInst>(origin) && !isa<Argument>(origin)))
        return true;
    }
    return false;
  }

  static bool isSnapshotType(const LoadInst &load) {
    TypeSize bits = load.getDataLayout().getTypeSizeInBits(load.getType());
    return load.getType()->isSingleValueType() && bits <= 64;
  }

  /// Clang's own barrier, which it writes where a variable is both firstprivate and lastprivate, has the position of
  /// the loop and is none that the program has asked for.
  bool isClangsBarrier(const CallInst &barrier) const {
    const Value *ident = barrier.getArgOperand(0);
    return !(flagsOfIdent(ident) & IdentExplicitBarrier) &&
           locationOfIdent(ident).isSamePlace(locationOfIdent(loop.init->getArgOperand(0)));
  }

  bool checkSurroundings() {
    bool isCombined = loop.isLatent || locationOfIdent(loop.init->getArgOperand(0)).isSamePlace(loop.location);
    for (CallInst *barrier : barriers) {
      if (dominators.dominates(barrier->getParent(), loop.header)) {
        if (!isCombined && !isClangsBarrier(*barrier))
          return refuse(Reason::ThreadRoles);
        // copyin has such a barrier as well, behind its copies.
        if (readsSharedMemoryBefore(barrier) || !findSnapshots(barrier)) {
          if (!isCombined && hasOwnCode(isCombined))
            return refuse(Reason::OwnCode);
          return refuse(threadDependence(microtask).value_or(Reason::FirstAndLast));
        }
      }
    }
    return hasOwnCode(isCombined) ? refuse(Reason::OwnCode) : true;
  }

  /// Is there code beside the loop that every thread would run?
  bool hasOwnCode(bool isCombined) const {
    SmallPtrSet<const BasicBlock *, 8> combination = combinationBlocks();
    for (BasicBlock &block : microtask) {
      if (loop.body.contains(&block) || combination.contains(&block) || isa<UnreachableInst>(block.getTerminator()))
        continue;
      for (Instruction &instruction : block)
        if (!(isCombined ? mayComeFromClause(instruction) : isPrivateEffect(instruction)) &&
            !isLastprivateCopy(block, loop, dominators))
          return true;
    }
    return false;
  }

  /// Blocks that only run when the reduction's result is combined with the original.
  SmallPtrSet<const BasicBlock *, 8> combinationBlocks() const {
    SmallPtrSet<const BasicBlock *, 8> blocks;
    if (!loop.reduce)
      return blocks;
    for (User *user : loop.reduce->users())
      if (auto *choice = dyn_cast<SwitchInst>(user))
        for (auto &choiceCase : choice->cases())
          for (BasicBlock &block : microtask)
            if (dominators.dominates(choiceCase.getCaseSuccessor(), &block) &&
                choiceCase.getCaseSuccessor() != choice->getDefaultDest())
              blocks.insert(&block);
    return blocks;
  }

  bool findReduction() {
    if (!loop.reduce)
      return true;
    auto *list = dyn_cast<AllocaInst>(loop.reduce->getArgOperand(4)->stripPointerCasts());
    auto *listType = list ? dyn_cast<ArrayType>(list->getAllocatedType()) : nullptr;
    if (!listType)
      return refuse(Reason::ReductionStorage);
    loop.reductions.resize(listType->getNumElements());
    SmallVector<bool, 4> found(listType->getNumElements());
    for (auto [store, index] : reductionListStores(list)) {
      if (index >= found.size())
        return refuse(Reason::ReductionStorage);
      ReductionItem &item = loop.reductions[index];
      Value *value = store->getValueOperand();
      if (auto *number = dyn_cast<IntToPtrInst>(value))
        item.number = number->getOperand(0);
      else
        item.privateCopy = dyn_cast<AllocaInst>(value->stripPointerCasts());
      found[index] = true;
    }
    for (unsigned i = 0; i < found.size(); ++i) {
      ReductionItem &item = loop.reductions[i];
      if (!found[i] || (!item.privateCopy && !item.number) || (item.privateCopy && pointsToLocal(*item.privateCopy)))
        return refuse(Reason::ReductionStorage);
      const Instruction *definition =
          item.privateCopy ? cast<Instruction>(item.privateCopy) : dyn_cast<Instruction>(item.number);
      if (definition && !dominators.dominates(definition, loop.header))
        return refuse(Reason::ReductionStorage);
      if (item.privateCopy && !item.privateCopy->isStaticAlloca()) {
        const auto *length = dyn_cast<Instruction>(item.privateCopy->getArraySize());
        if (length && !dominators.dominates(length, loop.header))
          return refuse(Reason::ReductionStorage);
      }
      if (item.privateCopy && isUsedAfterCombination(item.privateCopy))
        loop.reductionNeedsLock = true;
    }
    return true;
  }

  /// Is the copy an address of what the thread has elsewhere on its stack, as flang has it for arrays? That would be
  /// gone when a task's result is combined.
  static bool pointsToLocal(const AllocaInst &copy) {
    return any_of(copy.users(), [&](const User *user) {
      const auto *store = dyn_cast<StoreInst>(user);
      return store && store->getPointerOperand() == &copy &&
             isa<AllocaInst>(getUnderlyingObject(store->getValueOperand()));
    });
  }

  bool isUsedAfterCombination(const Value *pointer) const {
    SmallPtrSet<const BasicBlock *, 8> combination = combinationBlocks();
    SmallVector<const Value *, 8> worklist{pointer};
    SmallPtrSet<const Value *, 16> seen;
    while (!worklist.empty()) {
      const Value *value = worklist.pop_back_val();
      for (const User *user : value->users()) {
        const auto *instruction = cast<Instruction>(user);
        if (!seen.insert(user).second || instruction->isLifetimeStartOrEnd())
          continue;
        if (instruction->getType()->isPointerTy())
          worklist.push_back(instruction);
        bool after = dominators.dominates(loop.reduce, instruction) && !combination.contains(instruction->getParent());
        if (after && isa<CallBase>(instruction))
          return true;
      }
    }
    return false;
  }

  /// Is an iteration's price bounded by the number of its instructions, and is the loop's?
  void measure() {
    bool hasCalls = !measureBody(loop, loops, dominators);
    findTripCount(loop, dominators);
    bool mayBeSerial = !microtask.hasOptNone() && !microtask.hasFnAttribute(Attribute::SanitizeThread);
    loop.isTooShort = loop.constantTripCount > 0 && !loop.hasUnboundedBody && !hasCalls && mayBeSerial &&
                      loop.constantTripCount <= MostIterationsOfShortLoop &&
                      loop.constantTripCount * loop.bodyInstructions <= MostInstructionsOfShortLoop;
  }
};

} // namespace

std::unique_ptr<ParallelLoop> recogniseParallelLoop(CallInst *fork, TasksInLoops tasks) {
  auto loop = std::make_unique<ParallelLoop>();
  loop->fork = fork;
  loop->isLatent = isLatentFork(*fork);
  loop->microtask = microtaskOf(*fork);
  loop->location = locationOfIdent(fork->getArgOperand(0));
  bool isShared = loop->microtask->isDeclaration() || !loop->microtask->hasLocalLinkage();
  for (User *user : loop->microtask->users()) {
    auto *call = dyn_cast<CallInst>(user);
    if (call == fork)
      continue;
    if (call && call->getCalledFunction() == loop->microtask && call->arg_size() + 1 == fork->arg_size())
      loop->serialCalls.push_back(call);
    else
      isShared = true;
  }
  if (Reasons reasons = reasonsAgainstRegion(*fork); !reasons.empty())
    loop->reasons = reasons;
  else if (isShared)
    loop->reasons = Reason::SharedMicrotask;
  else if (auto reason = reasonAround(*fork))
    loop->reasons = *reason;
  else
    LoopRecogniser(*loop, *loop->microtask, tasks).run();
  if (loop->isConverted()) {
    loop->pushNumThreads = findPushNumThreads(fork);
    loop->reasons = reasonsAgainstLoop(*fork);
  }
  loop->isCilk = hasMark(*fork, LoopMark::Cilk);
  loop->isInsideRecord = isInsideRecord(*fork);
  return loop;
}

std::vector<std::unique_ptr<ParallelLoop>> recogniseParallelLoops(Module &module, TasksInLoops tasks) {
  std::vector<std::unique_ptr<ParallelLoop>> result;
  for (CallInst *fork : forkCalls(module))
    result.push_back(recogniseParallelLoop(fork, tasks));
  for (auto &loop : result)
    loop->isNested = any_of(result, [&](auto &outer) { return outer->microtask == loop->fork->getFunction(); });
  return result;
}

std::vector<std::unique_ptr<ParallelLoop>> recogniseJudgedLoops(Module &module) {
  std::vector<std::unique_ptr<ParallelLoop>> loops = recogniseParallelLoops(module);
  for (auto &loop : loops) {
    if (!loop->isConverted())
      continue;
    loop->isLeaf = hasMark(*loop->fork, LoopMark::Leaf);
    loop->hasRecord = hasMark(*loop->fork, LoopMark::Record);
    loop->isReproducible = isReproducible(*loop);
    loop->hasOneVersion = hasOneVersion(*loop);
    loop->blockShift = blockShift(*loop);
  }
  for (auto [loop, captures] : zip(loops, classifyCaptures(loops)))
    loop->captures = std::move(captures);
  return loops;
}

} // namespace tactus
