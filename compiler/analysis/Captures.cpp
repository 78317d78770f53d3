//===- Captures.cpp - how a loop's captured variables reach its tasks ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analysis/Captures.h"
#include "model/Microtask.h"
#include "model/RegionMarks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

namespace {

/// What a function does with a pointer that it was given.
struct PointerUse {
  /// The pointer itself goes nowhere: it is only loaded from and stored to.
  bool isTracked = true;
  bool isWritten = false;
  /// The one type that is loaded; null if there is none or more than one.
  Type *loadedType = nullptr;

  void meetType(Type *type) {
    if (loadedType && loadedType != type)
      isTracked = false;
    loadedType = type;
  }
  void merge(const PointerUse &other) {
    isTracked &= other.isTracked;
    isWritten |= other.isWritten;
    if (other.loadedType)
      meetType(other.loadedType);
  }
};

class CaptureAnalysis {
public:
  explicit CaptureAnalysis(ArrayRef<std::unique_ptr<ParallelLoop>> loops) {
    for (auto &loop : loops)
      byFork[loop->fork] = loop.get();
  }

  SmallVector<Capture, 8> classify(const ParallelLoop &loop) {
    SmallVector<Capture, 8> captures;
    DominatorTree dominators(*loop.microtask);
    for (unsigned i = ForkPrefix; i < loop.fork->arg_size(); ++i) {
      Capture capture;
      Argument *parameter = loop.microtask->getArg(i - ForkPrefix + MicrotaskPrefix);
      if (parameter->getType()->isPointerTy()) {
        if (isOnlyCombined(parameter, loop, dominators)) {
          capture.kind = CaptureKind::ReductionOriginal;
        } else if (Type *type = readType(loop, i)) {
          capture.kind = CaptureKind::ByValue;
          capture.valueType = type;
        }
      }
      captures.push_back(capture);
    }
    return captures;
  }

  /// The type as which the loop reads a variable that nobody writes meanwhile; null if there may be somebody.
  /// `argument` is the fork's.
  Type *readType(const ParallelLoop &loop, unsigned argument) {
    const Argument *parameter = loop.microtask->getArg(argument - ForkPrefix + MicrotaskPrefix);
    if (!parameter->getType()->isPointerTy())
      return nullptr;
    PointerUse use = usesOf(parameter);
    bool isPassed = use.isTracked && !use.isWritten && use.loadedType && isPassable(use.loadedType) &&
                    isPrivateVariable(loop.fork->getArgOperand(argument));
    return isPassed ? use.loadedType : nullptr;
  }

private:
  DenseMap<const CallBase *, ParallelLoop *> byFork;
  DenseMap<const Value *, PointerUse> known;

  static bool isPassable(const Type *type) {
    return type->isPointerTy() || type->isIntegerTy(8) || type->isIntegerTy(16) || type->isIntegerTy(32) ||
           type->isIntegerTy(64) || type->isFloatTy() || type->isDoubleTy();
  }

  PointerUse usesOf(const Value *pointer) {
    if (auto found = known.find(pointer); found != known.end())
      return found->second;
    PointerUse result;
    known[pointer] = result; // Microtasks do not pass their parameters to themselves; this only ends a search.
    for (const Use &use : pointer->uses())
      result.merge(useIn(use));
    known[pointer] = result;
    return result;
  }

  PointerUse useIn(const Use &use) {
    PointerUse result;
    const auto *instruction = cast<Instruction>(use.getUser());
    if (const auto *load = dyn_cast<LoadInst>(instruction)) {
      result.isTracked = load->isSimple();
      result.loadedType = load->getType();
    } else if (const auto *store = dyn_cast<StoreInst>(instruction)) {
      if (use.getOperandNo() == StoreInst::getPointerOperandIndex()) {
        result.isWritten = true;
        result.isTracked = store->isSimple();
      } else {
        result.isTracked = isDebuggersCopy(*store);
      }
    } else if (isa<AtomicRMWInst>(instruction)) {
      result.isWritten = true;
      result.isTracked = use.getOperandNo() == 0;
    } else if (const auto *call = dyn_cast<CallBase>(instruction)) {
      Function *microtask = microtaskOf(*call);
      if (microtask && call->isArgOperand(&use) && use.getOperandNo() >= ForkPrefix &&
          use.getOperandNo() - ForkPrefix + MicrotaskPrefix < microtask->arg_size())
        result = usesOf(microtask->getArg(use.getOperandNo() - ForkPrefix + MicrotaskPrefix));
      else if (isCallOfRegion(*call) && call->isArgOperand(&use))
        result = usesOf(call->getCalledFunction()->getArg(call->getArgOperandNo(&use)));
      else
        result.isTracked = instruction->isLifetimeStartOrEnd() || isSerialCallOf(*call, use, result);
    } else {
      result.isTracked = false;
    }
    return result;
  }

  /// The code of a region that one strand runs, with latent loops.
  static bool isCallOfRegion(const CallBase &call) {
    const Function *callee = call.getCalledFunction();
    return callee && !callee->isDeclaration() && callee->hasFnAttribute(LatentRegionAttribute);
  }

  /// A microtask called directly: the `else` of an `if` clause.
  bool isSerialCallOf(const CallBase &call, const Use &use, PointerUse &result) {
    for (auto &[fork, loop] : byFork)
      if (call.getCalledFunction() == loop->microtask && is_contained(loop->serialCalls, &call) &&
          call.isArgOperand(&use)) {
        result = usesOf(loop->microtask->getArg(use.getOperandNo()));
        return result.isTracked;
      }
    return false;
  }

  /// A parameter's copy on the stack that nobody reads but the debugger.
  static bool isDebuggersCopy(const StoreInst &store) {
    const auto *copy = dyn_cast<AllocaInst>(store.getPointerOperand());
    return copy && all_of(copy->users(), [&](const User *user) {
             return user == &store || cast<Instruction>(user)->isLifetimeStartOrEnd();
           });
  }

  /// Is the variable out of everybody else's reach while the region runs? True for an alloca whose address goes nowhere
  /// but to regions that track it. A parameter of an enclosing microtask is what its own fork passes.
  bool isPrivateVariable(const Value *pointer) {
    if (const auto *variable = dyn_cast<AllocaInst>(pointer))
      return usesOf(variable).isTracked;
    const auto *parameter = dyn_cast<Argument>(pointer);
    if (parameter && parameter->getParent()->hasOneUse())
      if (auto *call = dyn_cast<CallBase>(*parameter->getParent()->user_begin()); call && isCallOfRegion(*call))
        return isPrivateVariable(call->getArgOperand(parameter->getArgNo()));
    if (!parameter || parameter->getArgNo() < MicrotaskPrefix)
      return false;
    for (auto &[fork, loop] : byFork)
      if (loop->microtask == parameter->getParent()) {
        unsigned argument = parameter->getArgNo() - MicrotaskPrefix + ForkPrefix;
        // A value passed by value, or a region that runs on libomp, where other threads share the variable.
        return loop->isConverted() && argument < fork->arg_size() && isPrivateVariable(fork->getArgOperand(argument)) &&
               !usesOf(parameter).isWritten;
      }
    return false;
  }

  /// Does the region touch the variable only where a reduction's result is combined with it?
  static bool isOnlyCombined(const Argument *parameter, const ParallelLoop &loop, const DominatorTree &dominators) {
    if (!loop.reduce || loop.reductionNeedsLock)
      return false;
    SwitchInst *choice = nullptr;
    for (User *user : loop.reduce->users())
      if (auto *found = dyn_cast<SwitchInst>(user))
        choice = found;
    if (!choice)
      return false;
    bool isCombined = false;
    for (const User *user : parameter->users()) {
      const auto *instruction = cast<Instruction>(user);
      if (const auto *store = dyn_cast<StoreInst>(instruction);
          store && store->getValueOperand() == parameter && isDebuggersCopy(*store))
        continue;
      bool inCombination = any_of(choice->cases(), [&](auto &choiceCase) {
        return choiceCase.getCaseSuccessor() != choice->getDefaultDest() &&
               dominators.dominates(choiceCase.getCaseSuccessor(), instruction->getParent());
      });
      if (!inCombination)
        return false;
      isCombined = true;
    }
    return isCombined;
  }
};

} // namespace

/// Do all that run the microtask pass the same variable?
static bool isPassedByAll(const ParallelLoop &loop, unsigned argument) {
  return all_of(loop.microtask->users(), [&](const User *user) {
    if (user == loop.fork)
      return true;
    const auto *call = dyn_cast<CallBase>(user);
    return call && call->getCalledFunction() == loop.microtask &&
           call->getArgOperand(argument - ForkPrefix + MicrotaskPrefix) == loop.fork->getArgOperand(argument);
  });
}

std::vector<ReadParameter> findReadParameters(const ParallelLoop &region,
                                              ArrayRef<std::unique_ptr<ParallelLoop>> loops) {
  CaptureAnalysis analysis(loops);
  std::vector<ReadParameter> found;
  for (unsigned i = ForkPrefix; i < region.fork->arg_size(); ++i)
    if (Type *type = analysis.readType(region, i); type && isPassedByAll(region, i))
      found.push_back({region.microtask->getArg(i - ForkPrefix + MicrotaskPrefix), type});
  return found;
}

std::vector<SmallVector<Capture, 8>> classifyCaptures(ArrayRef<std::unique_ptr<ParallelLoop>> loops) {
  CaptureAnalysis analysis(loops);
  std::vector<SmallVector<Capture, 8>> captures;
  for (auto &loop : loops)
    captures.push_back(loop->isConverted() ? analysis.classify(*loop) : SmallVector<Capture, 8>());
  return captures;
}

} // namespace tactus
