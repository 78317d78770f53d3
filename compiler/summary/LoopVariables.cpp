//===- LoopVariables.cpp - what passes from iteration to iteration in registers -===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "summary/LoopVariables.h"
#include "ir/LLVMVersions.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tactus {

std::string nameForUsers(StringRef name) { return name.starts_with("__") ? std::string() : name.str(); }

SmallVector<DbgVariableRecord *, 4> recordsOf(Value &value) { return debugRecordsOf(value); }

std::string variableOf(Value &value) {
  if (auto *global = dyn_cast<GlobalVariable>(&value))
    return nameForUsers(global->getName());
  auto records = recordsOf(value);
  return records.empty() ? std::string() : nameForUsers(records.front()->getVariable()->getName());
}

/// As clauses have it; null if there is none. A difference is a sum.
static const char *operatorOf(unsigned opcode) {
  switch (opcode) {
  case Instruction::Add:
  case Instruction::FAdd:
  case Instruction::Sub:
  case Instruction::FSub:
    return "+";
  case Instruction::Mul:
  case Instruction::FMul:
    return "*";
  case Instruction::And:
    return "&";
  case Instruction::Or:
    return "|";
  case Instruction::Xor:
    return "^";
  default:
    return nullptr;
  }
}

/// Of one step of a chain.
static const char *operatorOf(Instruction &step) {
  auto one = m_Value(), other = m_Value();
  if (match(&step, m_CombineOr(m_CombineOr(m_SMin(one, other), m_UMin(one, other)),
                               m_CombineOr(m_OrdFMin(one, other), m_UnordFMin(one, other)))) ||
      match(&step, m_FMinNum(one, other)))
    return "min";
  if (match(&step, m_CombineOr(m_CombineOr(m_SMax(one, other), m_UMax(one, other)),
                               m_CombineOr(m_OrdFMax(one, other), m_UnordFMax(one, other)))) ||
      match(&step, m_FMaxNum(one, other)))
    return "max";
  return operatorOf(step.getOpcode());
}

/// Of what LLVM has recognised.
static const char *operatorOf(const RecurrenceDescriptor &recurrence) {
  RecurKind kind = recurrence.getRecurrenceKind();
  if (RecurrenceDescriptor::isMinMaxRecurrenceKind(kind))
    return operatorOf(*recurrence.getLoopExitInstr());
  return RecurrenceDescriptor::isAnyOfRecurrenceKind(kind) ? nullptr : operatorOf(recurrence.getOpcode());
}

static std::optional<DIBasicType::Signedness> signednessOf(const DILocalVariable &variable) {
  const DIType *type = variable.getType();
  while (auto *derived = dyn_cast_or_null<DIDerivedType>(type))
    type = derived->getBaseType();
  auto *basic = dyn_cast_or_null<DIBasicType>(type);
  return basic ? basic->getSignedness() : std::nullopt;
}

namespace {

/// A variable that the loop only adds to, or whatever the operation is. An inner loop may do it:
///
///   outer   sum = phi [start], [after]     inner   part = phi [sum], [part + x]       after = phi [part + x]
class Reduction {
  const char *operation = nullptr;

  /// Only a minimum's or maximum's choice looks at it.
  static bool isComparison(const Instruction &instruction) {
    return isa<CmpInst>(instruction) && instruction.hasOneUse() && isa<SelectInst>(instruction.user_back()) &&
           is_contained(instruction.operands(), cast<SelectInst>(instruction.user_back())->getTrueValue()) &&
           is_contained(instruction.operands(), cast<SelectInst>(instruction.user_back())->getFalseValue());
  }

  /// What the loop does with the value, but for comparisons.
  static SmallSetVector<Instruction *, 4> usersOf(Value &value, const Loop &loop) {
    SmallSetVector<Instruction *, 4> users;
    for (User *user : value.users())
      if (auto *instruction = cast<Instruction>(user); loop.contains(instruction) && !isComparison(*instruction))
        users.insert(instruction);
    return users;
  }

  /// The instruction does it once, and to the value.
  bool isStep(Instruction &step, const Value &value) {
    const char *does = operatorOf(step);
    bool isSubtraction = step.getOpcode() == Instruction::Sub || step.getOpcode() == Instruction::FSub;
    if (!does || (isSubtraction && step.getOperand(1) == &value) || (operation && StringRef(operation) != does) ||
        count_if(step.operands(), [&](const Use &operand) { return operand == &value; }) > 1)
      return false;
    operation = does;
    return true;
  }

  /// Is it the value, or what the step has made of it?
  static bool isEither(const Instruction &merge, const Value &value, const Instruction &step) {
    auto isOne = [&](const Value *incoming) { return incoming == &value || incoming == &step; };
    if (auto *select = dyn_cast<SelectInst>(&merge))
      return isOne(select->getTrueValue()) && isOne(select->getFalseValue());
    auto *phi = dyn_cast<PHINode>(&merge);
    return phi && all_of(phi->incoming_values(), [&](const Use &incoming) { return isOne(incoming); });
  }

  /// What comes of the value next; null if it is not a step, or a step under a condition.
  Instruction *nextOf(Value &value, const Loop &loop) {
    auto users = usersOf(value, loop);
    if (users.size() == 1)
      return isStep(*users[0], value) ? users[0] : nullptr;
    if (users.size() != 2)
      return nullptr;
    for (unsigned which : {0, 1}) {
      Instruction &step = *users[which], &merge = *users[1 - which];
      auto ofStep = usersOf(step, loop);
      if (ofStep.size() != 1 || ofStep[0] != &merge || !isEither(merge, value, step) || !isStep(step, value))
        continue;
      values.insert(&step);
      return &merge;
    }
    return nullptr;
  }

  /// Does the code behind the loop look at the value as it was before the loop's last step? LLVM moves there what only
  /// the last iteration's value is needed of: `t = sum + x[i]` needs the sum without the last element.
  static bool isSeenTooEarly(Value &value, const Value &last, const PHINode &phi, const Loop &loop) {
    const BasicBlock *exiting = loop.getExitingBlock();
    // Where the loop ends in front of its body, the variable's value is the one with which the iteration would begin.
    const bool endsBeforeBody = exiting == loop.getHeader() && exiting != loop.getLoopLatch();
    const Value &result = endsBeforeBody ? phi : last;
    return &value != &result &&
           any_of(value.users(), [&](User *user) { return !loop.contains(cast<Instruction>(user)); });
  }

  /// One operation behind the other, with nothing that looks at what is between them.
  bool isChain(PHINode &phi, Loop &loop) {
    BasicBlock *latch = loop.getLoopLatch();
    Value *last = latch ? phi.getIncomingValueForBlock(latch) : nullptr;
    if (!last)
      return false;
    Value *value = &phi;
    while (value != last) {
      if (isSeenTooEarly(*value, *last, phi, loop))
        return false;
      values.insert(value);
      value = nextOf(*value, loop);
      if (!value || values.contains(value))
        return false;
    }
    values.insert(value);
    return operation &&
           all_of(value->users(), [&](User *user) { return user == &phi || !loop.contains(cast<Instruction>(user)); });
  }

  bool isOfOneLoop(PHINode &phi, Loop &loop) {
    if (isChain(phi, loop))
      return true;
    operation = nullptr;
    values.clear();
    RecurrenceDescriptor descriptor;
    if (!loop.getLoopPreheader() || !RecurrenceDescriptor::isReductionPHI(&phi, &loop, descriptor))
      return false;
    operation = operatorOf(descriptor);
    values.insert(&phi);
    values.insert(descriptor.getLoopExitInstr());
    return operation != nullptr;
  }

  /// What is left of the value behind the inner loop: nothing but other names for it.
  bool isNameOf(Value *value, unsigned depth = 0) const {
    if (values.contains(value))
      return true;
    auto *phi = dyn_cast<PHINode>(value);
    return phi && depth < 8 &&
           all_of(phi->incoming_values(), [&](Value *incoming) { return isNameOf(incoming, depth + 1); });
  }

  /// Does anything in the outer loop look at what is there before or behind the inner one?
  bool isSeenBetween(const Loop &loop, const Loop &inner) const {
    SmallSetVector<Value *, 8> names(values.begin(), values.end());
    for (unsigned i = 0; i < names.size(); ++i) // NOLINT(modernize-loop-convert): it grows
      for (User *user : names[i]->users()) {
        auto *instruction = cast<Instruction>(user);
        if (!loop.contains(instruction) || inner.contains(instruction))
          continue;
        if (!isa<PHINode>(instruction) || !isNameOf(instruction))
          return true;
        names.insert(instruction);
      }
    return false;
  }

public:
  SmallSetVector<Value *, 8> values;

  bool is(PHINode &phi, Loop &loop) {
    if (isOfOneLoop(phi, loop))
      return true;
    for (User *user : phi.users()) {
      auto *inner = dyn_cast<PHINode>(user);
      Loop *around = nullptr;
      for (Loop *one : loop.getSubLoops())
        if (inner && one->getHeader() == inner->getParent())
          around = one;
      if (!around || !is(*inner, *around))
        continue;
      values.insert(&phi);
      BasicBlock *latch = loop.getLoopLatch();
      return latch && isNameOf(phi.getIncomingValueForBlock(latch)) && !isSeenBetween(loop, *around);
    }
    return false;
  }

  /// A minimum of numbers without signs is none for a clause if the variable has them; nor the other way round.
  [[nodiscard]] bool isOfDeclaredType(ScalarEvolution &evolution) const {
    return all_of(values, [&](Value *value) {
      bool isUnsigned = match(value, m_CombineOr(m_UMin(m_Value(), m_Value()), m_UMax(m_Value(), m_Value())));
      if (!isUnsigned && !match(value, m_MaxOrMin(m_Value(), m_Value())))
        return true;
      return evolution.isKnownNonNegative(evolution.getSCEV(value)) || none_of(values, [&](Value *other) {
               return any_of(recordsOf(*other), [&](const DbgVariableRecord *record) {
                 auto signedness = signednessOf(*record->getVariable());
                 return signedness && (*signedness == DIBasicType::Signedness::Unsigned) != isUnsigned;
               });
             });
    });
  }

  /// A part of a variable, as of a complex number, has no name that a clause could take; nor has another function's.
  [[nodiscard]] std::string clause(const Loop &loop) const {
    std::string name;
    const DILocation *start = loop.getStartLoc().get();
    for (Value *value : values)
      for (const DbgVariableRecord *record : recordsOf(*value)) {
        if (record->getExpression()->getFragmentInfo())
          return std::string(operation) + " : ...";
        if (name.empty() && (!start || record->getDebugLoc()->getInlinedAt() == start->getInlinedAt()))
          name = nameForUsers(record->getVariable()->getName());
      }
    return std::string(operation) + " : " + (name.empty() ? "..." : name);
  }
};

/// Does every way to the value begin with a load of one address that stays the same? Then LLVM has loaded it where the
/// iteration before needed it last, and the loop carries nothing in registers. Whether anything writes there is asked
/// of what the loop accesses, to which the loads belong.
bool isReread(PHINode &phi, const Loop &loop) {
  SmallSetVector<PHINode *, 8> merges;
  merges.insert(&phi);
  const Value *address = nullptr;
  for (size_t i = 0; i < merges.size(); ++i)
    for (Value *incoming : merges[i]->incoming_values()) {
      if (auto *merge = dyn_cast<PHINode>(incoming)) {
        merges.insert(merge);
        continue;
      }
      auto *load = dyn_cast<LoadInst>(incoming);
      if (!load || !load->isSimple() || (address && load->getPointerOperand() != address))
        return false;
      address = load->getPointerOperand();
    }
  return address && loop.isLoopInvariant(address);
}

/// Is the variable declared in the loop's body, so that each iteration has its own? False where the debug information
/// does not say so.
bool isOfBody(const DbgVariableRecord &record, const DILocation &start) {
  if (record.getDebugLoc()->getInlinedAt() != start.getInlinedAt())
    return false;
  const DIScope *own = start.getScope()->getNonLexicalBlockFileScope();
  const DIScope *declared = record.getVariable()->getScope()->getNonLexicalBlockFileScope();
  for (const DIScope *scope = declared; scope; scope = scope->getScope()) {
    if (scope == own)
      return declared != own;
    if (isa<DISubprogram>(scope))
      return false;
  }
  return false;
}

/// Has LLVM kept what one iteration loads because the next one loads it too, as with `x[i] - x[i - 1]`? Then the value
/// comes from memory all the same: each iteration could load it. Whether anything writes there is asked of what the
/// loop accesses, to which the load that is left belongs; a value that the loop itself stores would be kept in place of
/// the load. What has the name of a variable from outside of the body is one that the program carries.
bool isLoadedAhead(PHINode &phi, const Loop &loop, ScalarEvolution &evolution) {
  const BasicBlock *latch = loop.getLoopLatch(), *before = loop.getLoopPreheader();
  const DILocation *start = loop.getLocRange().getStart().get();
  if (!latch || !before || !start)
    return false;
  auto *kept = dyn_cast<LoadInst>(phi.getIncomingValueForBlock(latch));
  auto *first = dyn_cast<LoadInst>(phi.getIncomingValueForBlock(before));
  if (!kept || !first || !kept->isSimple() || !first->isSimple() || !loop.contains(kept))
    return false;
  for (Value *value : {static_cast<Value *>(&phi), static_cast<Value *>(kept), static_cast<Value *>(first)})
    if (!all_of(recordsOf(*value), [&](const DbgVariableRecord *record) { return isOfBody(*record, *start); }))
      return false;
  auto *addresses = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(kept->getPointerOperand()));
  if (!addresses || addresses->getLoop() != &loop || !addresses->isAffine())
    return false;
  const SCEV *distance = evolution.getMinusSCEV(addresses->getStart(), evolution.getSCEV(first->getPointerOperand()));
  return distance == addresses->getStepRecurrence(evolution);
}

} // namespace

LoopVariables variablesOf(Loop &loop, ScalarEvolution &evolution) {
  LoopVariables result;
  for (PHINode &phi : loop.getHeader()->phis()) {
    auto *steps = evolution.isSCEVable(phi.getType()) ? dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi)) : nullptr;
    if (steps && steps->getLoop() == &loop && steps->isAffine()) {
      result.counted.insert(&phi);
      if (BasicBlock *latch = loop.getLoopLatch())
        result.counted.insert(phi.getIncomingValueForBlock(latch));
      continue;
    }
    if (isReread(phi, loop) || isLoadedAhead(phi, loop, evolution))
      continue;
    Reduction reduction;
    if (reduction.is(phi, loop) && reduction.isOfDeclaredType(evolution)) {
      result.reductions += (result.reductions.empty() ? "" : ", ") + reduction.clause(loop);
      result.reduced.insert(reduction.values.begin(), reduction.values.end());
      continue;
    }
    std::string name = variableOf(phi);
    if (name.empty() && loop.getLoopLatch())
      name = variableOf(*phi.getIncomingValueForBlock(loop.getLoopLatch()));
    result.carried = name.empty() ? "an iteration needs a value that the one before it computes"
                                  : "an iteration needs '" + name + "' as the one before it leaves it";
  }
  return result;
}

} // namespace tactus
