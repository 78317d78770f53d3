//===- Accumulators.cpp - private variables that a region's loops only add to --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/Accumulators.h"
#include "model/RuntimeCalls.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include <optional>

using namespace llvm;

namespace tactus {

bool Accumulators::contains(const AllocaInst *variable) const {
  return any_of(groups, [&](const AccumulatorGroup &group) { return is_contained(group.variables, variable); });
}

using Operation = Instruction::BinaryOps;

/// Subtracting is adding something else.
static std::optional<Operation> operationOf(const BinaryOperator &operation) {
  switch (operation.getOpcode()) {
  case Instruction::Sub:
    return Instruction::Add;
  case Instruction::FSub:
    return Instruction::FAdd;
  case Instruction::Add:
  case Instruction::FAdd:
  case Instruction::Mul:
  case Instruction::FMul:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return operation.getOpcode();
  default:
    return std::nullopt;
  }
}

static Constant *neutralOf(Operation operation, Type *type) {
  return ConstantExpr::getBinOpIdentity(operation, type, /*AllowRHSConstant=*/false);
}

/// Zero of either sign is neutral enough: adding it changes nothing but the sign of a zero.
static bool isNeutral(const Value *value, Operation operation, Type *type) {
  const auto *constant = dyn_cast<Constant>(value);
  return constant &&
         (constant == neutralOf(operation, type) || (operation == Instruction::FAdd && constant->isZeroValue()));
}

namespace {

class Search {
public:
  explicit Search(const RegionShape &shape) : shape(shape), dominators(*shape.function) {}

  Accumulators run() {
    takeClauses();
    for (Instruction &instruction : shape.function->getEntryBlock())
      if (auto *variable = dyn_cast<AllocaInst>(&instruction);
          variable && variable->isStaticAlloca() && !result.contains(variable))
        lookAt(*variable);
    takeThoseMergedTogether();
    return std::move(result);
  }

private:
  const RegionShape &shape;
  DominatorTree dominators;
  Accumulators result;

  const RegionPart *partOf(const Instruction &instruction) const { return shape.partOf(instruction.getParent()); }
  bool isInLoop(const Instruction &instruction) const {
    const RegionPart *part = partOf(instruction);
    return part && shape.isLoop(part);
  }

  //===--------------------------------------------------------------------===//
  // Reduction clauses of the region
  //===--------------------------------------------------------------------===//

  void takeClauses() {
    SmallVector<CallInst *, 1> calls;
    for (Instruction &instruction : instructions(*shape.function))
      if (classifyRuntimeCall(calleeName(instruction)).role == CallRole::Reduce && !partOf(instruction))
        calls.push_back(cast<CallInst>(&instruction));
    for (CallInst *reduce : calls)
      takeClause(*reduce);
  }

  void takeClause(CallInst &reduce) {
    auto *list = dyn_cast<AllocaInst>(reduce.getArgOperand(4)->stripPointerCasts());
    auto *choice = reduce.hasOneUse() ? dyn_cast<SwitchInst>(*reduce.user_begin()) : nullptr;
    auto *combiner = dyn_cast<Function>(reduce.getArgOperand(5)->stripPointerCasts());
    auto *type = list ? dyn_cast<ArrayType>(list->getAllocatedType()) : nullptr;
    auto combining = choice ? choice->findCaseValue(ConstantInt::get(cast<IntegerType>(reduce.getType()), 1))
                            : SwitchInst::CaseIt(nullptr, 0);
    if (!type || !choice || !combiner || combining == choice->case_default())
      return;
    BasicBlock *block = combining->getCaseSuccessor();
    AccumulatorGroup group;
    group.combiner = combiner;
    group.variables.resize(type->getNumElements());
    for (auto [store, index] : reductionListStores(list))
      if (index < group.variables.size())
        group.variables[index] = dyn_cast<AllocaInst>(store->getValueOperand()->stripPointerCasts());
    for (AllocaInst *variable : group.variables) {
      Constant *neutral = variable ? initialValue(*variable, *block) : nullptr;
      if (!neutral)
        return;
      group.neutral.push_back(neutral);
    }
    result.groups.push_back(group);
    combineOnce(reduce, *choice, *block, *list);
  }

  /// The constant with which redundant code initialises the variable, if all that it does besides is to combine it.
  Constant *initialValue(const AllocaInst &variable, const BasicBlock &combination) const {
    Constant *value = nullptr;
    for (const User *user : variable.users()) {
      const auto *instruction = cast<Instruction>(user);
      const RegionPart *part = partOf(*instruction);
      if (instruction->isLifetimeStartOrEnd() || (part && shape.isLoop(part)) ||
          dominators.dominates(&combination, instruction->getParent()))
        continue;
      const auto *store = dyn_cast<StoreInst>(instruction);
      if (store && store->getValueOperand() == &variable)
        continue; // in the list
      if (isa<LoadInst>(instruction) && isInAtomicCombination(*instruction))
        continue;
      if (part || value || !store || !isa<Constant>(store->getValueOperand()))
        return nullptr;
      value = cast<Constant>(const_cast<Value *>(store->getValueOperand()));
    }
    return value && value->getType() == variable.getAllocatedType() ? value : nullptr;
  }

  /// What a thread would do if the library told it to combine atomically.
  bool isInAtomicCombination(const Instruction &instruction) const {
    for (const BasicBlock &block : *shape.function)
      if (const auto *choice = dyn_cast<SwitchInst>(block.getTerminator()))
        if (const auto *reduce = dyn_cast<CallInst>(choice->getCondition());
            reduce && classifyRuntimeCall(calleeName(*reduce)).role == CallRole::Reduce && !partOf(*reduce))
          for (auto &each : choice->cases())
            if (each.getCaseValue()->equalsInt(2) &&
                dominators.dominates(each.getCaseSuccessor(), instruction.getParent()))
              return true;
    return false;
  }

  /// The only thread combines its copy with the original.
  void combineOnce(CallInst &reduce, SwitchInst &choice, BasicBlock &combination, AllocaInst &list) {
    for (BasicBlock &block : *shape.function)
      if (dominators.dominates(&combination, &block))
        for (Instruction &instruction : make_early_inc_range(block)) {
          if (calleeName(instruction).starts_with("__kmpc_end_reduce"))
            instruction.eraseFromParent();
          else
            result.merges.insert(&instruction);
        }
    BasicBlock *block = reduce.getParent();
    reduce.replaceAllUsesWith(ConstantInt::get(reduce.getType(), 1));
    reduce.eraseFromParent();
    for (auto [store, index] : reductionListStores(&list))
      store->eraseFromParent();
    ConstantFoldTerminator(block, /*DeleteDeadConditions=*/true);
    dominators.recalculate(*shape.function);
    for (BasicBlock &other : *shape.function)
      if (!dominators.isReachableFromEntry(&other))
        for (Instruction &instruction : other)
          result.merges.insert(&instruction); // never executed
  }

  //===--------------------------------------------------------------------===//
  // Accumulators that the program merges by itself
  //===--------------------------------------------------------------------===//

  /// The operations by which the variable has been used, so far.
  struct Use {
    std::optional<Operation> operation;
    SmallVector<const Instruction *, 4> merges;
    bool isInLoop = false;

    bool meet(std::optional<Operation> other) {
      if (!other || (operation && *operation != *other))
        return false;
      operation = other;
      return true;
    }
  };

  MapVector<AllocaInst *, Use> others;

  void lookAt(AllocaInst &variable) {
    Type *type = variable.getAllocatedType();
    if (!type->isIntegerTy() && !type->isFloatingPointTy())
      return;
    Use use;
    SmallVector<const StoreInst *, 1> initialisations;
    for (const User *user : variable.users()) {
      const auto *instruction = cast<Instruction>(user);
      if (instruction->isLifetimeStartOrEnd())
        continue;
      const RegionPart *part = partOf(*instruction);
      bool isLoop = part && shape.isLoop(part);
      const auto *store = dyn_cast<StoreInst>(instruction);
      if (store && store->getPointerOperand() != &variable)
        return;
      if (isLoop) {
        use.isInLoop = true;
        if (!(store ? isStoreOfUpdate(*store, variable) : isUpdate(*instruction, variable, use)))
          return;
      } else if (part) {
        return;
      } else if (store) {
        initialisations.push_back(store);
      } else if (!isMerge(*instruction, use)) {
        return;
      }
    }
    if (!use.isInLoop || use.merges.empty() || initialisations.empty() ||
        any_of(initialisations,
               [&](const StoreInst *store) { return !isNeutral(store->getValueOperand(), *use.operation, type); }))
      return;
    others[&variable] = use;
  }

  /// A critical construct that merges several variables merges nothing else.
  void takeThoseMergedTogether() {
    auto isOther = [&](const Instruction *merge) {
      const auto *store = dyn_cast<StoreInst>(merge);
      const auto *sum = store ? dyn_cast<BinaryOperator>(store->getValueOperand()) : nullptr;
      const auto *part = sum ? dyn_cast<LoadInst>(sum->getOperand(1)) : nullptr;
      return part && !others.count(const_cast<AllocaInst *>(cast<AllocaInst>(part->getPointerOperand())));
    };
    for (size_t before = 0; before != others.size();) {
      before = others.size();
      others.remove_if([&](std::pair<AllocaInst *, Use> &entry) { return any_of(entry.second.merges, isOther); });
    }
    AccumulatorGroup group;
    for (auto &[variable, use] : others) {
      group.variables.push_back(variable);
      group.neutral.push_back(neutralOf(*use.operation, variable->getAllocatedType()));
      group.operations.push_back(*use.operation);
      result.merges.insert(use.merges.begin(), use.merges.end());
    }
    if (!group.variables.empty())
      result.groups.push_back(group);
  }

  /// load, operation, store, and nothing else sees the values between.
  static const StoreInst *updateFrom(const Instruction &load, std::optional<Operation> &operation) {
    const Instruction *value = &load;
    operation = std::nullopt;
    for (;;) {
      if (!value->hasOneUse())
        return nullptr;
      const auto *next = cast<Instruction>(*value->user_begin());
      std::optional<Operation> step;
      if (const auto *binary = dyn_cast<BinaryOperator>(next)) {
        step = operationOf(*binary);
        bool isRight = binary->getOperand(1) == value;
        if (isRight && (binary->getOpcode() == Instruction::Sub || binary->getOpcode() == Instruction::FSub))
          return nullptr;
      } else if (const auto *call = dyn_cast<IntrinsicInst>(next);
                 call && call->getIntrinsicID() == Intrinsic::fmuladd && call->getArgOperand(2) == value) {
        step = Instruction::FAdd;
      } else {
        return dyn_cast<StoreInst>(next);
      }
      if (!step || (operation && *operation != *step))
        return nullptr;
      operation = step;
      value = next;
    }
  }

  static bool isUpdate(const Instruction &instruction, const AllocaInst &variable, Use &use) {
    const auto *load = dyn_cast<LoadInst>(&instruction);
    std::optional<Operation> operation;
    const StoreInst *store = load && load->isSimple() ? updateFrom(*load, operation) : nullptr;
    return store && store->getPointerOperand() == &variable && store->isSimple() && use.meet(operation);
  }

  /// Does the stored value come from a load of the variable? That load has been or will be looked at.
  static bool isStoreOfUpdate(const StoreInst &store, const AllocaInst &variable) {
    return any_of(variable.users(), [&](const User *user) {
      const auto *load = dyn_cast<LoadInst>(user);
      std::optional<Operation> operation;
      return load && updateFrom(*load, operation) == &store;
    });
  }

  /// `total op= variable`, in a critical construct that does nothing else, or atomically.
  bool isMerge(const Instruction &instruction, Use &use) {
    const auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load || !load->isSimple() || !load->hasOneUse())
      return false;
    const auto *user = cast<Instruction>(*load->user_begin());
    if (const auto *update = dyn_cast<AtomicRMWInst>(user)) {
      if (isPrivate(update->getPointerOperand()) || update->getValOperand() != load || !update->use_empty() ||
          !use.meet(operationOf(update->getOperation())))
        return false;
      use.merges.append({load, update});
      return true;
    }
    const auto *binary = dyn_cast<BinaryOperator>(user);
    if (!binary || binary->getOperand(1) != load || !binary->hasOneUse() || !use.meet(operationOf(*binary)) ||
        binary->getOpcode() == Instruction::Sub || binary->getOpcode() == Instruction::FSub)
      return false;
    return isMergeUnderLock(*binary, use);
  }

  static std::optional<Operation> operationOf(AtomicRMWInst::BinOp operation) {
    switch (operation) {
    case AtomicRMWInst::Add:
      return Instruction::Add;
    case AtomicRMWInst::FAdd:
      return Instruction::FAdd;
    case AtomicRMWInst::And:
      return Instruction::And;
    case AtomicRMWInst::Or:
      return Instruction::Or;
    case AtomicRMWInst::Xor:
      return Instruction::Xor;
    default:
      return std::nullopt;
    }
  }
  static std::optional<Operation> operationOf(const BinaryOperator &operation) {
    return tactus::operationOf(operation);
  }

  /// The block holds one critical construct, in which every store is such a merge.
  bool isMergeUnderLock(const BinaryOperator &sum, Use &use) {
    const auto *total = dyn_cast<LoadInst>(sum.getOperand(0));
    const auto *store = dyn_cast<StoreInst>(*sum.user_begin());
    if (!total || !store || !total->hasOneUse() || store->getPointerOperand() != total->getPointerOperand() ||
        isPrivate(total->getPointerOperand()) || total->getParent() != sum.getParent() ||
        store->getParent() != sum.getParent())
      return false;
    const Instruction *begin = nullptr;
    for (const Instruction *each = total; each && !begin; each = each->getPrevNode()) {
      if (calleeName(*each).starts_with("__kmpc_end_critical"))
        return false;
      if (calleeName(*each).starts_with("__kmpc_critical"))
        begin = each;
    }
    for (const Instruction *each = begin; each; each = each->getNextNode()) {
      if (each != begin && !isPartOfMerge(*each))
        return false;
      use.merges.push_back(each);
      if (calleeName(*each) == "__kmpc_end_critical")
        return store->comesBefore(each);
    }
    return false;
  }

  /// Each thread has a total of its own then.
  static bool isPrivate(const Value *total) { return isa<AllocaInst>(getUnderlyingObject(total)); }

  /// Each store in the construct must belong to a merge; that of which variable is seen when that one is looked at.
  bool isPartOfMerge(const Instruction &instruction) const {
    if (const auto *store = dyn_cast<StoreInst>(&instruction)) {
      const auto *sum = dyn_cast<BinaryOperator>(store->getValueOperand());
      const auto *total = sum ? dyn_cast<LoadInst>(sum->getOperand(0)) : nullptr;
      const auto *part = sum ? dyn_cast<LoadInst>(sum->getOperand(1)) : nullptr;
      return total && part && total->getPointerOperand() == store->getPointerOperand() &&
             isa<AllocaInst>(part->getPointerOperand());
    }
    return !isa<CallBase>(instruction) || calleeName(instruction) == "__kmpc_end_critical" ||
           isa<IntrinsicInst>(instruction);
  }
};

} // namespace

Accumulators findAccumulators(const RegionShape &shape) { return Search(shape).run(); }

} // namespace tactus
