//===- LoopVariables.cpp - what passes from iteration to iteration in registers -===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "summary/LoopVariables.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

/// Names that begin so are those of libraries.
static std::string nameForUsers(StringRef name) { return name.starts_with("__") ? std::string() : name.str(); }

std::string variableOf(Value &value) {
  if (auto *global = dyn_cast<GlobalVariable>(&value))
    return nameForUsers(global->getName());
  SmallVector<DbgVariableIntrinsic *, 4> intrinsics;
  SmallVector<DbgVariableRecord *, 4> records;
  findDbgUsers(intrinsics, &value, &records);
  for (DbgVariableRecord *record : records)
    return nameForUsers(record->getVariable()->getName());
  for (DbgVariableIntrinsic *intrinsic : intrinsics)
    return nameForUsers(intrinsic->getVariable()->getName());
  return {};
}

static const char *operatorOf(RecurKind kind) {
  switch (kind) {
  case RecurKind::Add:
  case RecurKind::FAdd:
  case RecurKind::FMulAdd:
    return "+";
  case RecurKind::Mul:
  case RecurKind::FMul:
    return "*";
  case RecurKind::Or:
    return "|";
  case RecurKind::And:
    return "&";
  case RecurKind::Xor:
    return "^";
  case RecurKind::SMin:
  case RecurKind::UMin:
  case RecurKind::FMin:
    return "min";
  case RecurKind::SMax:
  case RecurKind::UMax:
  case RecurKind::FMax:
    return "max";
  default:
    return nullptr;
  }
}

/// Of two values the one that is less, or greater.
static const char *choiceOf(const SelectInst &select) {
  auto *comparison = dyn_cast<CmpInst>(select.getCondition());
  if (!comparison)
    return nullptr;
  CmpInst::Predicate predicate = comparison->getPredicate();
  if (comparison->getOperand(0) == select.getFalseValue() && comparison->getOperand(1) == select.getTrueValue())
    predicate = CmpInst::getSwappedPredicate(predicate);
  else if (comparison->getOperand(0) != select.getTrueValue() || comparison->getOperand(1) != select.getFalseValue())
    return nullptr;
  switch (predicate) {
  case CmpInst::FCMP_OLT:
  case CmpInst::FCMP_OLE:
  case CmpInst::FCMP_ULT:
  case CmpInst::FCMP_ULE:
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_ULE:
    return "min";
  case CmpInst::FCMP_OGT:
  case CmpInst::FCMP_OGE:
  case CmpInst::FCMP_UGT:
  case CmpInst::FCMP_UGE:
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGT:
  case CmpInst::ICMP_UGE:
    return "max";
  default:
    return nullptr;
  }
}

/// Of one step of a chain; null if it is none.
static const char *operatorOf(Instruction &step) {
  switch (step.getOpcode()) {
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
    break;
  }
  if (auto *select = dyn_cast<SelectInst>(&step))
    return choiceOf(*select);
  auto *intrinsic = dyn_cast<MinMaxIntrinsic>(&step);
  return !intrinsic ? nullptr : ICmpInst::isLT(intrinsic->getPredicate()) ? "min" : "max";
}

namespace {

/// A variable that the loop only adds to, or whatever the operation is. An inner loop may do it:
///
///   outer   sum = phi [start], [after]     inner   part = phi [sum], [part + x]       after = phi [part + x]
class Reduction {
  const char *operation = nullptr;
  SmallSetVector<Value *, 8> values;

  /// Only a minimum's or maximum's choice looks at it.
  static bool isComparison(const Instruction &instruction) {
    return isa<CmpInst>(instruction) && instruction.hasOneUse() && isa<SelectInst>(instruction.user_back()) &&
           is_contained(instruction.operands(), cast<SelectInst>(instruction.user_back())->getTrueValue()) &&
           is_contained(instruction.operands(), cast<SelectInst>(instruction.user_back())->getFalseValue());
  }

  /// One operation behind the other, with nothing that looks at what is between them.
  bool isChain(PHINode &phi, Loop &loop) {
    BasicBlock *latch = loop.getLoopLatch();
    Value *last = latch ? phi.getIncomingValueForBlock(latch) : nullptr;
    Value *value = &phi;
    while (value != last) {
      Instruction *next = nullptr;
      for (User *user : value->users()) {
        auto *instruction = cast<Instruction>(user);
        if (!loop.contains(instruction) || isComparison(*instruction))
          continue;
        if (next)
          return false;
        next = instruction;
      }
      const char *does = next ? operatorOf(*next) : nullptr;
      bool isSubtrahend = next && (next->getOpcode() == Instruction::Sub || next->getOpcode() == Instruction::FSub) &&
                          next->getOperand(1) == value;
      if (!does || isSubtrahend || (operation && StringRef(operation) != does))
        return false;
      operation = does;
      values.insert(value);
      value = next;
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
    operation = operatorOf(descriptor.getRecurrenceKind());
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

  [[nodiscard]] std::string clause() const {
    for (Value *value : values)
      if (std::string name = variableOf(*value); !name.empty())
        return std::string(operation) + " : " + name;
    return std::string(operation) + " : ...";
  }
};

} // namespace

LoopVariables variablesOf(Loop &loop, ScalarEvolution &evolution) {
  LoopVariables result;
  for (PHINode &phi : loop.getHeader()->phis()) {
    auto *steps = evolution.isSCEVable(phi.getType()) ? dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi)) : nullptr;
    if (steps && steps->getLoop() == &loop && steps->isAffine())
      continue;
    Reduction reduction;
    if (reduction.is(phi, loop)) {
      result.reductions += (result.reductions.empty() ? "" : ", ") + reduction.clause();
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
