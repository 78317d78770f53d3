//===- Sweep.cpp - a loop over arrays, and what it touches -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "sweeps/Sweep.h"
#include "model/MathCall.h"
#include "sweeps/MarkedLoops.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tactus {

bool touchesNothing(const Instruction &instruction, const TargetLibraryInfo &library) {
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return !instruction.mayReadOrWriteMemory() && !instruction.mayThrow();
  if (isDeclaredEffect(instruction))
    return true;
  if (isa<DbgInfoIntrinsic, AssumeInst, NoAliasScopeDeclInst, PseudoProbeInst>(call))
    return true;
  if (call->getIntrinsicID() == Intrinsic::threadlocal_address || call->isConvergent() || call->isInlineAsm())
    return false;
  // What -ftactus-check-effects has put before each access; it compares with what is derived here.
  if (const Function *callee = call->getCalledFunction(); callee && callee->getName() == "tactus_splice_access")
    return true;
  return isMathCall(*call, library) ||
         (call->doesNotAccessMemory() && call->doesNotThrow() && call->hasFnAttr(Attribute::WillReturn));
}

std::string nameOfArray(const Value *pointer) {
  const Value *object = getUnderlyingObject(pointer);
  if (auto *load = dyn_cast<LoadInst>(object)) {
    auto *member = dyn_cast<GetElementPtrInst>(load->getPointerOperand());
    object = member && member->hasAllConstantIndices() ? member : getUnderlyingObject(load->getPointerOperand());
  }
  StringRef name = object->getName().take_until([](char letter) { return letter == '.'; });
  if (isa<GetElementPtrInst>(object))
    name = name.rtrim("0123456789");
  return name.empty() ? std::string("an array") : ("'" + name + "'").str();
}

namespace {

class Analysis {
public:
  Analysis(Loop &loop, ScalarEvolution &evolution, const TargetLibraryInfo &library)
      : loop(loop), evolution(evolution), library(library), addresses(evolution, loop) {
    sweep.loop = &loop;
  }

  Sweep run() {
    readShape() && readCounters() && readClauses() && readCode() && isWorthwhile();
    return std::move(sweep);
  }

private:
  Loop &loop;
  ScalarEvolution &evolution;
  const TargetLibraryInfo &library;
  AddressRanges addresses;
  Sweep sweep;

  bool no(const Twine &why, const Instruction *where = nullptr) {
    sweep.whyNot = why.str();
    sweep.where = where;
    return false;
  }

  bool readShape() {
    BasicBlock *latch = loop.getLoopLatch();
    SmallVector<BasicBlock *, 4> exiting;
    loop.getExitingBlocks(exiting);
    for (const BasicBlock *block : exiting)
      if (block != latch)
        return no("it can be left in the middle of an iteration", block->getTerminator());
    if (!loop.isLoopSimplifyForm() || !loop.getExitBlock())
      return no("it has no end that is understood");
    const SCEV *count = evolution.getBackedgeTakenCount(&loop);
    if (isa<SCEVCouldNotCompute>(count) || evolution.getTypeSizeInBits(count->getType()) > 64)
      return no("the number of its iterations is not known before it begins");
    Type *word = Type::getInt64Ty(evolution.getContext());
    sweep.iterations = evolution.getAddExpr(evolution.getTruncateOrZeroExtend(count, word), evolution.getOne(word));
    return true;
  }

  bool readCounters() {
    for (PHINode &phi : loop.getHeader()->phis()) {
      auto *value = evolution.isSCEVable(phi.getType()) ? dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi)) : nullptr;
      if (!value || value->getLoop() != &loop || !value->isAffine() ||
          !evolution.isLoopInvariant(value->getStepRecurrence(evolution), &loop))
        return no("each iteration needs a value of the one before", &phi);
      sweep.counters.push_back({&phi, value->getStepRecurrence(evolution)});
    }
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block)
        for (const User *user : instruction.users())
          if (!loop.contains(cast<Instruction>(user)))
            return no("the last value of a variable is needed behind it", &instruction);
    return true;
  }

  /// The bytes that an iteration touches, by its loop's clauses.
  bool readClauses() {
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block) {
        if (!isDeclaredEffect(instruction))
          continue;
        constexpr unsigned First = 0, Last = 1, Written = 2;
        auto &call = cast<CallBase>(instruction);
        AffineRange first = addresses.of(evolution.getSCEV(call.getArgOperand(First)));
        AffineRange last = first ? addresses.of(evolution.getSCEV(call.getArgOperand(Last))) : AffineRange();
        auto *written = dyn_cast<ConstantInt>(call.getArgOperand(Written));
        if (!first || !last || !written)
          return no("it is not known what its clauses say: " + whyUnknown(addresses.culprit));
        sweep.ranges.push_back({{first.least, last.greatest}, word(0), !written->isZero()});
        sweep.hasClauses = true;
        sweep.hasWrites |= !written->isZero();
      }
    return true;
  }

  /// Of what it touches the clauses speak.
  bool isCalledByClauses(const Instruction &instruction) const {
    auto *call = dyn_cast<CallBase>(&instruction);
    return call && sweep.hasClauses && call->doesNotThrow() && !call->isInlineAsm() && !call->isConvergent() &&
           !call->hasFnAttr(Attribute::ReturnsTwice) && !isa<IntrinsicInst>(call);
  }

  bool readCode() {
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block)
        if (!read(instruction))
          return false;
    return true;
  }

  bool read(Instruction &instruction) {
    for (const Use &operand : instruction.operands())
      if (auto *variable = dyn_cast<GlobalVariable>(getUnderlyingObject(operand));
          variable && variable->isThreadLocal())
        return no("it uses a thread-local variable, '" + variable->getName() + "'", &instruction);
    const DataLayout &layout = instruction.getModule()->getDataLayout();
    auto sizeOf = [&](Type *type) -> const SCEV * {
      TypeSize size = layout.getTypeStoreSize(type);
      return size.isScalable() ? nullptr : word(size.getFixedValue());
    };
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple())
      return add(instruction, load->getPointerOperand(), sizeOf(load->getType()), false);
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple())
      return add(instruction, store->getPointerOperand(), sizeOf(store->getValueOperand()->getType()), true);
    if (auto *fill = dyn_cast<MemIntrinsic>(&instruction); fill && !fill->isVolatile())
      return readFill(*fill);
    if (isa<AllocaInst>(instruction))
      return no("it makes room on the stack", &instruction);
    if (instruction.isLifetimeStartOrEnd()) {
      auto *array = dyn_cast<AllocaInst>(instruction.getOperand(instruction.getNumOperands() - 2));
      return (array && isScratch(*array)) || no("a variable in it has its address taken", &instruction);
    }
    return touchesNothing(instruction, library) || isCalledByClauses(instruction) ||
           no(whyUnknown(instruction), &instruction);
  }

  static std::string whyUnknown(const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    if (!call)
      return "it has volatile or atomic accesses";
    const Function *callee = call->getCalledFunction();
    if (callee && callee->getName() == "__kmpc_fork_call")
      return "its parallel region is more than one loop whose schedule is static";
    return callee ? "it calls '" + demangle(callee->getName()) + "', of which it is not known what it touches"
                  : "it calls through a pointer";
  }

  std::string whyUnknown(const Value *culprit) {
    auto *load = dyn_cast_or_null<LoadInst>(culprit);
    if (!load)
      return "the place is no linear function of loop counters that cannot wrap around; use counters of type long";
    if (load->getType()->isPointerTy() && loop.isLoopInvariant(load->getPointerOperand()))
      return "the loop might change " + nameOfArray(load) + "; read it into a variable before the loop";
    return "the place depends on what is read from " + nameOfArray(load->getPointerOperand());
  }

  bool readFill(MemIntrinsic &fill) {
    AddressRanges lengths(evolution, loop);
    AffineRange length = lengths.of(evolution.getTruncateOrZeroExtend(evolution.getSCEV(fill.getLength()),
                                                                      Type::getInt64Ty(evolution.getContext())));
    if (!length || !length.greatest.step->isZero())
      return no("it is not known how much it copies", &fill);
    auto *copy = dyn_cast<MemTransferInst>(&fill);
    return add(fill, fill.getRawDest(), length.greatest.start, true) &&
           (!copy || add(fill, copy->getRawSource(), length.greatest.start, false));
  }

  const SCEV *word(uint64_t number) { return evolution.getConstant(Type::getInt64Ty(evolution.getContext()), number); }

  bool add(Instruction &instruction, Value *pointer, const SCEV *size, bool isWritten) {
    if (pointer->getType()->getPointerAddressSpace() != 0 || !size)
      return no("it has an access that is not understood", &instruction);
    auto *object = dyn_cast<AllocaInst>(getUnderlyingObject(pointer));
    if (object && isScratch(*object))
      return true;
    auto *constant = dyn_cast<GlobalVariable>(getUnderlyingObject(pointer));
    if (!isWritten && constant && constant->isConstant())
      return true;
    AffineRange range = addresses.of(evolution.getSCEV(pointer));
    if (!range && (isWritten ? sweep.hasWrites : sweep.hasClauses))
      return true;
    if (!range)
      return no("it is not known which part of " + nameOfArray(pointer) + " an iteration " +
                    (isWritten ? "writes" : "reads") + ": " + whyUnknown(addresses.culprit),
                &instruction);
    sweep.ranges.push_back({range, size, isWritten});
    return true;
  }

  /// Its life begins and ends in an iteration, so each part of the sweep can have one of its own.
  bool isScratch(AllocaInst &array) {
    if (is_contained(sweep.scratch, &array))
      return true;
    bool begins = false;
    SmallVector<const Value *, 8> work{&array};
    while (!work.empty())
      for (const Use &use : work.pop_back_val()->uses()) {
        auto *user = cast<Instruction>(use.getUser());
        begins |= user->isLifetimeStartOrEnd();
        if (isa<GetElementPtrInst>(user))
          work.push_back(user);
        else if (!isa<LoadInst, MemIntrinsic>(user) && !user->isLifetimeStartOrEnd() &&
                 (!isa<StoreInst>(user) || use.getOperandNo() != StoreInst::getPointerOperandIndex()))
          return false;
        if (!loop.contains(user))
          return false;
      }
    if (!begins || !array.isStaticAlloca())
      return false;
    sweep.scratch.push_back(&array);
    return true;
  }

  /// Its iterations go over an array: what one touches there the next does not. The colours of a red-black pass, say,
  /// all go over the same rows, so the loop over rows is the sweep.
  bool isWorthwhile() {
    if (none_of(sweep.ranges, [](const SweptRange &range) { return range.isWritten; }))
      return no("it writes no array");
    return sweep.hasClauses || any_of(sweep.ranges, [&](const SweptRange &range) { return movesOn(range); }) ||
           no("its iterations all touch the same part of each array");
  }

  bool movesOn(const SweptRange &range) {
    const auto &[least, greatest] = range.addresses;
    const SCEV *step = least.step;
    if (step->isZero() || step != greatest.step)
      return !step->isZero();
    const SCEV *extent = evolution.getAddExpr(evolution.getMinusSCEV(greatest.start, least.start), range.size);
    if (evolution.isKnownNegative(step))
      step = evolution.getNegativeSCEV(step);
    if (auto *beyond = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(step, extent)))
      return !beyond->getAPInt().isNegative();
    return !isa<SCEVConstant>(step);
  }
};

} // namespace

Sweep analyseSweep(Loop &loop, ScalarEvolution &evolution, const TargetLibraryInfo &library) {
  return Analysis(loop, evolution, library).run();
}

} // namespace tactus
