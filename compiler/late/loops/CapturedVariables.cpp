//===- CapturedVariables.cpp - captured variables are there, also in strips -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/loops/CapturedVariables.h"
#include "model/StripFunction.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <algorithm>
#include <limits>

using namespace llvm;

namespace tactus {

namespace {

/// What may be read behind an address as long as the loop runs.
struct Readable {
  uint64_t bytes;
  Align alignment;

  Readable least(const Readable &other) const {
    return {std::min(bytes, other.bytes), std::min(alignment, other.alignment)};
  }
  Readable from(uint64_t offset) const {
    return {offset < bytes ? bytes - offset : 0, commonAlignment(alignment, offset)};
  }
};
const Readable Nothing{0, Align(1)};
const Readable Everything{std::numeric_limits<uint64_t>::max(), Align(Value::MaximumAlignment)};

/// Something at a fixed place behind a pointer.
struct Part {
  Value *pointer;
  uint64_t offset;
};

class Facts {
public:
  explicit Facts(const DataLayout &layout) : layout(layout) {}

  /// Of a strip function, what its loads of addresses are told. True if that is news.
  bool tell(Function &strips) const {
    bool changed = false;
    for (LoadInst *load : addressesIn(*strips.getArg(*argumentOfLentStrips(strips))))
      changed |= tell(*load, lent(strips, offsetOf(*load)));
    return changed;
  }

private:
  const DataLayout &layout;

  /// Adds what is computed from a pointer by a constant offset. False if `user` is something else.
  bool follow(User *user, const Part &part, SmallVectorImpl<Part> &parts) const {
    auto *step = dyn_cast<GetElementPtrInst>(user);
    if (!step)
      return false;
    APInt offset(layout.getIndexTypeSizeInBits(step->getType()), part.offset);
    if (!step->accumulateConstantOffset(layout, offset) || offset.isNegative())
      return false;
    parts.push_back({step, offset.getZExtValue()});
    return true;
  }

  SmallVector<LoadInst *, 8> addressesIn(Value &argument) const {
    SmallVector<LoadInst *, 8> loads;
    SmallVector<Part, 8> parts{{&argument, 0}};
    while (!parts.empty()) {
      Part part = parts.pop_back_val();
      for (User *user : part.pointer->users()) {
        auto *load = dyn_cast<LoadInst>(user);
        if (load && load->isSimple() && load->getType()->isPointerTy())
          loads.push_back(load);
        else
          follow(user, part, parts);
      }
    }
    return loads;
  }

  uint64_t offsetOf(const LoadInst &load) const {
    APInt offset(layout.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
    load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
    return offset.getZExtValue();
  }

  /// What all who enter the loop have at that place. Their tasks have the same.
  Readable lent(const Function &strips, uint64_t offset) const {
    Readable common = Everything;
    bool isEntered = false;
    for (const Use &use : strips.uses()) {
      auto *call = dyn_cast<CallBase>(use.getUser());
      if (!call || !call->isCallee(&use) || call->arg_size() != strips.arg_size())
        return Nothing;
      if (runsTasks(*call->getFunction()))
        continue;
      isEntered = true;
      common = common.least(storedIn(*call->getArgOperand(*argumentOfLentStrips(strips)), offset));
    }
    return isEntered ? common : Nothing;
  }

  /// In a variable that is only ever written by stores that are in sight, and given to such functions.
  Readable storedIn(Value &body, uint64_t offset) const {
    auto *variable = dyn_cast<AllocaInst>(&body);
    if (!variable)
      return Nothing;
    Readable common = Everything;
    bool isStored = false;
    SmallVector<Part, 8> parts{{variable, 0}};
    while (!parts.empty()) {
      Part part = parts.pop_back_val();
      for (User *user : part.pointer->users()) {
        if (auto *store = dyn_cast<StoreInst>(user); store && store->getPointerOperand() == part.pointer) {
          bool isThere = part.offset == offset && store->getValueOperand()->getType()->isPointerTy();
          if (store->getValueOperand() == part.pointer || (!isThere && overlaps(*store, part.offset, offset)))
            return Nothing;
          if (isThere)
            common = common.least(behind(*store->getValueOperand()));
          isStored |= isThere;
        } else if (!isHarmless(*user, *part.pointer) && !follow(user, part, parts)) {
          return Nothing;
        }
      }
    }
    return isStored ? common : Nothing;
  }

  bool overlaps(const StoreInst &store, uint64_t at, uint64_t offset) const {
    uint64_t bytes = layout.getTypeStoreSize(store.getValueOperand()->getType()).getKnownMinValue();
    return at < offset + layout.getPointerSize() && offset < at + bytes;
  }

  /// Reads it, or is a call that does.
  static bool isHarmless(const User &user, const Value &pointer) {
    if (isa<LoadInst>(user))
      return true;
    if (auto *copy = dyn_cast<MemTransferInst>(&user))
      return copy->getRawDest() != &pointer;
    auto *call = dyn_cast<CallBase>(&user);
    if (!call)
      return false;
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(call))
      return intrinsic->isLifetimeStartOrEnd();
    const Function *callee = call->getCalledFunction();
    auto argument = callee ? argumentOfLentStrips(*callee) : std::nullopt;
    return argument && *argument < call->arg_size() && call->getArgOperand(*argument) == &pointer &&
           count(call->operands(), &pointer) == 1;
  }

  Readable behind(const Value &address) const {
    APInt offset(layout.getIndexTypeSizeInBits(address.getType()), 0);
    const Value *object = address.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/false);
    if (offset.isNegative())
      return Nothing;
    auto *variable = dyn_cast<GlobalVariable>(object);
    // An argument that clang says may be read throughout the function, whose frame is there as long as the loop runs.
    bool isThere = isa<AllocaInst, Argument>(object) || (variable && !variable->isThreadLocal()) || isToldOf(*object);
    if (!isThere)
      return Nothing;
    bool mayBeNull = false, mayBeFreed = false;
    uint64_t bytes = object->getPointerDereferenceableBytes(layout, mayBeNull, mayBeFreed);
    if (mayBeNull)
      return Nothing;
    return Readable{bytes, object->getPointerAlignment(layout)}.from(offset.getZExtValue());
  }

  /// Is it what this pass has told strips of an outer loop?
  static bool isToldOf(const Value &object) {
    auto *load = dyn_cast<LoadInst>(&object);
    auto argument = load ? argumentOfLentStrips(*load->getFunction()) : std::nullopt;
    return argument && load->hasMetadata(LLVMContext::MD_dereferenceable) &&
           load->getFunction()->getArg(*argument) == load->getPointerOperand()->stripInBoundsConstantOffsets();
  }

  static bool tell(LoadInst &load, const Readable &readable) {
    if (readable.bytes == 0 || load.hasMetadata(LLVMContext::MD_dereferenceable))
      return false;
    LLVMContext &context = load.getContext();
    auto number = [&](uint64_t value) {
      return MDNode::get(context, ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), value)));
    };
    load.setMetadata(LLVMContext::MD_dereferenceable, number(readable.bytes));
    if (!load.hasMetadata(LLVMContext::MD_align))
      load.setMetadata(LLVMContext::MD_align, number(readable.alignment.value()));
    load.setMetadata(LLVMContext::MD_nonnull, MDNode::get(context, {}));
    return true;
  }
};

} // namespace

PreservedAnalyses CapturedVariablesPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<Function *, 16> functions;
  for (Function &function : module)
    if (!function.isDeclaration() && function.hasLocalLinkage() && argumentOfLentStrips(function) &&
        !function.arg_empty())
      functions.push_back(&function);
  Facts facts(module.getDataLayout());
  bool changed = false;
  // What the strips of an outer loop are told, they may give to inner loops.
  for (bool isNews = true; isNews; changed |= isNews) {
    isNews = false;
    for (Function *function : functions)
      isNews |= facts.tell(*function);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus
