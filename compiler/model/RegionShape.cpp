//===- RegionShape.cpp - the constructs of a parallel region -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "model/RegionShape.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

static bool isInit(const Instruction &instruction) {
  CallRole role = classifyRuntimeCall(calleeName(instruction)).role;
  return role == CallRole::StaticInit || role == CallRole::DispatchInit;
}

bool hasWorksharingLoop(const Function &function) { return any_of(instructions(function), isInit); }

const RegionPart *RegionShape::partOf(const BasicBlock *block) const {
  auto contains = [&](const RegionPart &part) { return part.blocks.contains(block); };
  if (const auto *loop = find_if(loops, contains); loop != loops.end())
    return loop;
  const auto *role = find_if(roles, contains);
  return role != roles.end() ? role : nullptr;
}

namespace {

/// What clang writes at the ends of scopes, which belongs to nobody.
bool isScopeMarker(const Instruction &instruction) {
  return instruction.isLifetimeStartOrEnd() || instruction.isDebugOrPseudoInst();
}

bool isStackRestore(const Instruction &instruction) {
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic && intrinsic->getIntrinsicID() == Intrinsic::stackrestore;
}

/// The bounds of one construct.
class LoopFinder {
public:
  /// `inits` are all calls for bounds in the function.
  LoopFinder(Function &function, CallInst &init, ArrayRef<CallInst *> inits)
      : function(function), init(init), inits(inits), dominators(function) {}

  bool find(RegionPart &part) {
    if (!findBounds())
      return false;
    Instruction *begin = findBegin();
    Instruction *fini = begin ? findOwn({"__kmpc_for_static_fini", "__kmpc_dispatch_deinit"}) : nullptr;
    if (!fini)
      return false;
    Instruction *end = findEnd(fini, begin);
    if (!extendOverCheck(begin, end))
      end = behindCleanups(end, begin);
    part.call = &init;
    part.entry = begin->getParent()->splitBasicBlock(begin->getIterator());
    part.exit = &end->getParent()->front() == end && !isa<PHINode>(end) && end->getParent() != part.entry
                    ? end->getParent()
                    : end->getParent()->splitBasicBlock(end->getIterator());
    return collectBlocks(part);
  }

private:
  Function &function;
  CallInst &init;
  ArrayRef<CallInst *> inits;
  DominatorTree dominators;
  Value *lowerBound = nullptr;
  Value *isLast = nullptr;

  bool findBounds() {
    CallInst *bounds = &init;
    unsigned first = 3;
    if (calleeName(init).starts_with("__kmpc_dispatch_init_")) {
      bounds = nullptr;
      for (Instruction &instruction : instructions(function))
        if (calleeName(instruction).starts_with("__kmpc_dispatch_next_") && isOwn(instruction))
          bounds = cast<CallInst>(&instruction);
      first = 2;
    }
    if (!bounds)
      return false;
    isLast = bounds->getArgOperand(first);
    lowerBound = bounds->getArgOperand(first + 1);
    return isa<AllocaInst>(isLast) && isa<AllocaInst>(lowerBound);
  }

  /// Does a call belong to this loop, as the last one before it?
  bool isOwn(const Instruction &call) const {
    return dominators.dominates(&init, &call) && none_of(inits, [&](const CallInst *other) {
             return other != &init && dominators.dominates(&init, other) && dominators.dominates(other, &call);
           });
  }

  Instruction *findOwn(std::initializer_list<StringRef> names) const {
    for (Instruction &instruction : instructions(function))
      if (is_contained(names, calleeName(instruction)) && isOwn(instruction))
        return &instruction;
    return nullptr;
  }

  /// The first store to the lower bound.
  Instruction *findBegin() const {
    Instruction *begin = nullptr;
    for (User *user : lowerBound->users())
      if (auto *store = dyn_cast<StoreInst>(user); store && store->getPointerOperand() == lowerBound)
        if (dominators.dominates(store, &init) && (!begin || dominators.dominates(store, begin)))
          begin = store;
    return begin;
  }

  /// A region's own reduction has copies that are older than the loop.
  bool isOwnReduction(const CallInst &reduce, const Instruction *begin) const {
    auto *list = dyn_cast<AllocaInst>(reduce.getArgOperand(4)->stripPointerCasts());
    if (!list)
      return false;
    for (auto [store, index] : reductionListStores(list)) {
      auto *copy = dyn_cast<AllocaInst>(store->getValueOperand()->stripPointerCasts());
      if (copy && any_of(copy->users(), [&](User *user) {
            return !isScopeMarker(*cast<Instruction>(user)) && !dominators.dominates(begin, cast<Instruction>(user));
          }))
        return false;
    }
    return true;
  }

  bool dependsOnLast(const Value *condition) const {
    const auto *compare = dyn_cast<ICmpInst>(condition);
    const auto *load = compare ? dyn_cast<LoadInst>(compare->getOperand(0)) : nullptr;
    return load && load->getPointerOperand() == isLast;
  }

  /// The first instruction behind what the construct's clauses write at its end.
  Instruction *findEnd(Instruction *fini, const Instruction *begin) const {
    Instruction *end = fini->getNextNode();
    SmallPtrSet<BasicBlock *, 8> seen;
    for (BasicBlock *block = fini->getParent(); seen.insert(block).second;) {
      Instruction *terminator = block->getTerminator();
      if (auto *choice = dyn_cast<SwitchInst>(terminator)) {
        auto *reduce = dyn_cast<CallInst>(choice->getCondition());
        if (!reduce || classifyRuntimeCall(calleeName(*reduce)).role != CallRole::Reduce ||
            !isOwnReduction(*reduce, begin))
          break;
        block = choice->getDefaultDest();
        end = &*block->getFirstNonPHIOrDbg();
        continue;
      }
      auto *branch = dyn_cast<BranchInst>(terminator);
      if (branch && branch->isConditional() && dependsOnLast(branch->getCondition())) {
        block = branch->getSuccessor(1);
        end = &*block->getFirstNonPHIOrDbg();
      } else if (branch && branch->isUnconditional() && branch->getSuccessor(0)->getSinglePredecessor()) {
        block = branch->getSuccessor(0);
      } else {
        break;
      }
    }
    return end;
  }

  /// Goes beyond the destructors of private copies, and what gives back the stack that arrays of them have used.
  Instruction *behindCleanups(Instruction *end, const Instruction *begin) const {
    Instruction *result = end;
    for (Instruction *next = end; !next->isTerminator(); next = next->getNextNode()) {
      if (isScopeMarker(*next) || isReadByRestore(*next))
        continue;
      if (!isStackRestore(*next) && !isDestructor(*next, begin))
        break;
      result = next->getNextNode();
    }
    return result;
  }

  static bool isReadByRestore(const Instruction &instruction) {
    return isa<LoadInst>(instruction) && instruction.hasOneUse() &&
           isStackRestore(*cast<Instruction>(*instruction.user_begin()));
  }

  bool isDestructor(const Instruction &instruction, const Instruction *begin) const {
    StringRef name = calleeName(instruction);
    if (!name.ends_with("D1Ev") && !name.ends_with("D2Ev"))
      return false;
    auto *object = dyn_cast<AllocaInst>(cast<CallBase>(instruction).getArgOperand(0)->stripPointerCasts());
    return object && all_of(object->users(), [&](const User *user) {
             return isScopeMarker(*cast<Instruction>(user)) || dominators.dominates(begin, cast<Instruction>(user));
           });
  }

  /// Where clang asks before the loop whether there are iterations, the question belongs to it, with the expressions
  /// that only it uses. Moves `begin` and `end` to both sides of it.
  bool extendOverCheck(Instruction *&begin, Instruction *&end) {
    Instruction *last = behindCleanups(end, begin);
    while (isScopeMarker(*last))
      last = last->getNextNode();
    auto *leave = dyn_cast<BranchInst>(last);
    if (!leave || leave->isConditional())
      return false;
    BasicBlock *behind = leave->getSuccessor(0);
    Instruction *first = begin;
    BasicBlock *inside = begin->getParent();
    Instruction *extended = nullptr;
    while (onlyMarkersBefore(*first)) {
      BasicBlock *check = inside->getSinglePredecessor();
      auto *branch = check ? dyn_cast<BranchInst>(check->getTerminator()) : nullptr;
      if (!branch || !branch->isConditional() || branch->getSuccessor(0) != inside || branch->getSuccessor(1) != behind)
        break;
      Instruction *start = beginOfCheck(*check, begin);
      if (!start)
        break;
      extended = first = start;
      inside = check;
    }
    if (!extended || isa<PHINode>(behind->front()))
      return false;
    begin = extended;
    end = &behind->front();
    return true;
  }

  static bool onlyMarkersBefore(const Instruction &instruction) {
    const Instruction *previous = instruction.getPrevNode();
    while (previous && isScopeMarker(*previous))
      previous = previous->getPrevNode();
    return !previous;
  }

  /// The first of the instructions at the block's end that only compute what the loop needs; null if these do not
  /// answer the question.
  Instruction *beginOfCheck(BasicBlock &check, const Instruction *begin) const {
    Instruction *first = check.getTerminator();
    SmallPtrSet<const Instruction *, 16> within{first};
    while (Instruction *previous = first->getPrevNode()) {
      bool isNeeded = all_of(previous->users(), [&](const User *user) {
        const auto *instruction = cast<Instruction>(user);
        return within.contains(instruction) || dominators.dominates(begin, instruction);
      });
      auto *store = dyn_cast<StoreInst>(previous);
      bool isOwnStore = store && isa<AllocaInst>(store->getPointerOperand()) &&
                        isOnlyUsedIn(*store->getPointerOperand(), *store, within, begin);
      bool isPure = !previous->mayHaveSideEffects() && !isa<AllocaInst>(previous) && !isa<PHINode>(previous) &&
                    !isa<CallBase>(previous);
      if (!isScopeMarker(*previous) && !isOwnStore && !(isPure && isNeeded))
        break;
      within.insert(previous);
      first = previous;
    }
    auto *condition = dyn_cast<Instruction>(cast<BranchInst>(check.getTerminator())->getCondition());
    return !condition || within.contains(condition) ? first : nullptr;
  }

  bool isOnlyUsedIn(const Value &variable, const StoreInst &store, const SmallPtrSetImpl<const Instruction *> &within,
                    const Instruction *begin) const {
    return all_of(variable.users(), [&](const User *user) {
      const auto *instruction = cast<Instruction>(user);
      return instruction == &store || isScopeMarker(*instruction) || within.contains(instruction) ||
             (isa<LoadInst>(instruction) && dominators.dominates(begin, instruction)) ||
             isBetween(*instruction, store, *begin);
    });
  }

  /// In one of the checks of a nest's loops, all of which are between.
  bool isBetween(const Instruction &instruction, const Instruction &first, const Instruction &last) const {
    return dominators.dominates(&first, &instruction) && dominators.dominates(&instruction, &last);
  }

  bool collectBlocks(RegionPart &part) const {
    SmallVector<BasicBlock *, 16> worklist{part.entry};
    part.blocks.insert(part.entry);
    while (!worklist.empty()) {
      BasicBlock *block = worklist.pop_back_val();
      if (isa<ReturnInst>(block->getTerminator()))
        return false;
      for (BasicBlock *next : successors(block))
        if (next != part.exit && part.blocks.insert(next))
          worklist.push_back(next);
    }
    // Nothing that is computed in the loop is used behind it.
    for (BasicBlock *block : part.blocks)
      for (Instruction &instruction : *block) {
        if (isInit(instruction) && &instruction != &init)
          return false;
        for (User *user : instruction.users())
          if (!part.blocks.contains(cast<Instruction>(user)->getParent()))
            return false;
      }
    return !isa<PHINode>(part.exit->front());
  }
};

} // namespace

/// `if (__kmpc_single(...) != 0) { role }`.
bool findRole(CallInst &call, const DominatorTree &dominators, RegionPart &role) {
  auto *compare = call.hasOneUse() ? dyn_cast<ICmpInst>(*call.user_begin()) : nullptr;
  if (!compare || compare->getPredicate() != ICmpInst::ICMP_NE || !compare->hasOneUse())
    return false;
  auto *branch = dyn_cast<BranchInst>(*compare->user_begin());
  if (!branch || !branch->getSuccessor(0)->getSinglePredecessor())
    return false;
  role.call = &call;
  role.entry = branch->getSuccessor(0);
  role.exit = branch->getSuccessor(1);
  for (BasicBlock &block : *call.getFunction())
    if (dominators.dominates(role.entry, &block))
      role.blocks.insert(&block);
  // Another thread than the first can only be meant by a number that is not known here.
  auto *filter = isCallTo(call, "__kmpc_masked") ? dyn_cast<ConstantInt>(call.getArgOperand(2)) : nullptr;
  return !role.blocks.contains(role.exit) && (!isCallTo(call, "__kmpc_masked") || (filter && filter->isZero()));
}

Instruction *findRegionShape(Function &microtask, RegionShape &shape) {
  shape.function = &microtask;
  SmallVector<CallInst *, 8> inits;
  for (Instruction &instruction : instructions(microtask))
    if (isInit(instruction)) {
      if (!isa<CallInst>(instruction))
        return &instruction;
      inits.push_back(cast<CallInst>(&instruction));
    }
  for (CallInst *init : inits)
    if (!LoopFinder(microtask, *init, inits).find(shape.loops.emplace_back()))
      return init;
  DominatorTree dominators(microtask);
  for (Instruction &instruction : instructions(microtask)) {
    StringRef name = calleeName(instruction);
    auto *call = dyn_cast<CallInst>(&instruction);
    if (!call)
      continue;
    if (name == "__kmpc_single" || name == "__kmpc_master" || name == "__kmpc_masked") {
      if (!findRole(*call, dominators, shape.roles.emplace_back()))
        return call;
    } else if (name == "__kmpc_end_single" || name == "__kmpc_end_master" || name == "__kmpc_end_masked") {
      shape.roleEnds.push_back(call);
    } else if (name == "__kmpc_barrier") {
      shape.barriers.push_back(call);
    } else if (name == "__kmpc_copyprivate") {
      shape.copyprivates.push_back(call);
    }
  }
  return nullptr;
}

} // namespace tactus
