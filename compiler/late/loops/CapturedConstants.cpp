//===- CapturedConstants.cpp - what all who enter a loop know of what it captures -===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/loops/CapturedConstants.h"
#include "lower/loops/Slice.h"
#include "model/StripFunction.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tactus {

namespace {

/// A use of an address, so many bytes behind the value that was asked for, if that is known.
struct AddressUse {
  Use *use;
  std::optional<uint64_t> offset;
};

/// All uses of an address, and of those that are computed from it.
SmallVector<AddressUse, 16> usesOf(Value &address, const DataLayout &layout) {
  SmallVector<AddressUse, 16> uses;
  SmallVector<std::pair<Value *, std::optional<uint64_t>>, 8> addresses{{&address, 0}};
  while (!addresses.empty()) {
    auto [each, offset] = addresses.pop_back_val();
    for (Use &use : each->uses()) {
      auto *step = dyn_cast<GetElementPtrInst>(use.getUser());
      if (!step) {
        uses.push_back({&use, offset});
        continue;
      }
      APInt distance(layout.getIndexTypeSizeInBits(step->getType()), offset.value_or(0));
      bool isKnown = offset && step->accumulateConstantOffset(layout, distance) && !distance.isNegative();
      addresses.push_back({step, isKnown ? std::optional(distance.getZExtValue()) : std::nullopt});
    }
  }
  return uses;
}

/// A slice, with the calls of those who enter its loop and those of its tasks.
class EnteredSlice {
public:
  explicit EnteredSlice(Function &slice) : slice(slice), layout(slice.getParent()->getDataLayout()) {}

  bool findCalls() {
    for (const Use &use : slice.uses()) {
      auto *call = dyn_cast<CallBase>(use.getUser());
      if (!call || !call->isCallee(&use) || call->arg_size() != slice.arg_size())
        return false;
      (runsTasks(*call->getFunction()) ? tasks : entries).push_back(call);
    }
    return !tasks.empty() && !entries.empty() &&
           all_of(tasks, [&](const CallBase *call) { return isNamedHereAlone(*call->getFunction()); });
  }

  bool tell() {
    bool changed = false;
    for (Argument &argument : slice.args()) {
      if (argument.use_empty() || !comesFromEntry(argument))
        continue;
      if (Constant *passed = passedByAll(argument)) {
        argument.replaceAllUsesWith(passed);
        changed = true;
      } else if (argument.getType()->isPointerTy()) {
        changed |= tellReads(argument);
      }
    }
    return changed;
  }

private:
  Function &slice;
  const DataLayout &layout;
  SmallVector<CallBase *, 2> entries, tasks;

  /// Do code and tables name it, or a descriptor of it, in the slice alone? Where LLVM has inlined the slice, tasks of that
  /// copy call the slice as well, with what an entry has passed that is no call any more.
  bool isNamedHereAlone(const Value &named) const {
    return all_of(named.users(), [&](const User *user) {
      if (const auto *instruction = dyn_cast<Instruction>(user))
        return instruction->getFunction() == &slice;
      return isNamedHereAlone(*user);
    });
  }

  uint64_t bytesOf(Type &type) const { return layout.getTypeStoreSize(&type).getKnownMinValue(); }

  /// Do tasks pass on what an entry has passed, from the environment that the slice has recorded?
  bool comesFromEntry(const Argument &argument) const {
    return all_of(tasks, [&](const CallBase *call) {
      const auto *load = dyn_cast<LoadInst>(call->getArgOperand(argument.getArgNo()));
      return load && isa<Argument>(getUnderlyingObject(load->getPointerOperand()));
    });
  }

  Constant *passedByAll(const Argument &argument) const {
    auto *passed = dyn_cast<Constant>(entries.front()->getArgOperand(argument.getArgNo()));
    bool isCommon =
        passed && !isa<UndefValue>(passed) && !passed->isThreadDependent() &&
        all_of(entries, [&](const CallBase *call) { return call->getArgOperand(argument.getArgNo()) == passed; });
    return isCommon ? passed : nullptr;
  }

  bool tellReads(Argument &argument) const {
    if (!isOnlyRead(argument))
      return false;
    SmallVector<std::pair<LoadInst *, Constant *>, 8> known;
    for (auto [use, offset] : usesOf(argument, layout))
      if (auto *load = dyn_cast<LoadInst>(use->getUser()); load && load->isSimple() && offset)
        if (Constant *stored = storedByAll(argument, *offset, load->getType()))
          known.push_back({load, stored});
    for (auto [load, stored] : known) {
      load->replaceAllUsesWith(stored);
      load->eraseFromParent();
    }
    return !known.empty();
  }

  /// Reading it and recording it for the slice's own tasks is all that is done with the address.
  bool isOnlyRead(Argument &argument) const {
    return all_of(usesOf(argument, layout), [&](const AddressUse &each) {
      const auto *store = dyn_cast<StoreInst>(each.use->getUser());
      return store ? store->getValueOperand() == &argument && isRecorded(*store) : isa<LoadInst>(each.use->getUser());
    });
  }

  /// Is it written to a slot whose tasks are the slice's? Inlined loops have slots of their own.
  bool isRecorded(const StoreInst &store) const {
    const auto *slot = dyn_cast<AllocaInst>(getUnderlyingObject(store.getPointerOperand()));
    return slot && isSlot(*slot) && any_of(slot->users(), [&](const User *user) {
             const auto *first = dyn_cast<StoreInst>(user);
             const auto *descriptor = first && first->getPointerOperand() == slot
                                          ? dyn_cast<GlobalVariable>(first->getValueOperand())
                                          : nullptr;
             return descriptor && descriptor->hasInitializer() && all_of(tasks, [&](const CallBase *call) {
                      return is_contained(descriptor->getInitializer()->operand_values(), call->getFunction());
                    });
           });
  }

  Constant *storedByAll(const Argument &argument, uint64_t offset, Type *type) const {
    Constant *common = nullptr;
    for (CallBase *call : entries)
      if (!isStored(*call->getArgOperand(argument.getArgNo()), argument, offset, type, common))
        return nullptr;
    return common;
  }

  /// Does a variable hold one constant at that place? `common` is it, or null as long as none is known.
  bool isStored(Value &address, const Argument &argument, uint64_t offset, Type *type, Constant *&common) const {
    auto *variable = dyn_cast<AllocaInst>(&address);
    return variable && all_of(usesOf(*variable, layout), [&](const AddressUse &each) {
             auto *store = dyn_cast<StoreInst>(each.use->getUser());
             if (!store || each.use->getOperandNo() != StoreInst::getPointerOperandIndex())
               return isHarmless(*each.use, argument);
             if (!each.offset)
               return false;
             if (*each.offset + bytesOf(*store->getValueOperand()->getType()) <= offset ||
                 offset + bytesOf(*type) <= *each.offset)
               return true;
             auto *stored = dyn_cast<Constant>(store->getValueOperand());
             if (!stored || stored->getType() != type || *each.offset != offset || isa<UndefValue>(stored) ||
                 stored->isThreadDependent() || (common && common != stored))
               return false;
             common = stored;
             return true;
           });
  }

  /// Reads the variable, or is an entry into this loop, which only reads it.
  bool isHarmless(const Use &use, const Argument &argument) const {
    const auto *call = dyn_cast<CallBase>(use.getUser());
    if (!call)
      return isa<LoadInst>(use.getUser());
    if (call->isLifetimeStartOrEnd())
      return true;
    return call->getCalledFunction() == &slice && call->isArgOperand(&use) &&
           call->getArgOperandNo(&use) == argument.getArgNo();
  }
};

} // namespace

PreservedAnalyses CapturedConstantsPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module) {
    if (function.isDeclaration() || !function.hasLocalLinkage() || !function.hasGC() || function.hasOptNone())
      continue;
    EnteredSlice slice(function);
    if (slice.findCalls())
      changed |= slice.tell();
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus
