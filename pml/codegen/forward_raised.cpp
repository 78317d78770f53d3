//===- forward_raised.cpp - what the thread's exception is where it is read -------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/forward_raised.h"
#include "pml/codegen/module.h"
#include "pml/codegen/preserved.h"
#include "pml/runtime/interface.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

#include <optional>

using namespace llvm;

namespace tactus::pml::codegen {

namespace {

class Forwarding {
public:
  explicit Forwarding(Function &function)
      : function(function), layout(function.getParent()->getDataLayout()),
        thread(function.getParent()->getNamedGlobal("pml_thread")),
        type(PointerType::get(function.getContext(), HeapSpace)) {}

  bool run() {
    if (!thread || !readsField())
      return false;
    known.Initialize(type, "raised");
    for (BasicBlock &block : function)
      walk(block);
    for (LoadInst *load : fromOutside)
      replaced.emplace_back(load, known.GetValueInMiddleOfBlock(load->getParent()));
    // A value that was known may have been a load that is replaced itself.
    for (unsigned round = 0; round < 2; ++round)
      for (auto &[load, value] : replaced)
        load->replaceAllUsesWith(value == load ? PoisonValue::get(type) : static_cast<Value *>(value));
    for (auto &[load, value] : replaced)
      load->eraseFromParent();
    for (LoadInst *load : made)
      if (load->use_empty())
        load->eraseFromParent();
    return !replaced.empty();
  }

private:
  Function &function;
  const DataLayout &layout;
  GlobalVariable *thread;
  Type *type;
  /// What the field holds at the end of a block that says so.
  SSAUpdater known;
  SmallVector<LoadInst *, 16> fromOutside, made;
  SmallVector<std::pair<LoadInst *, WeakTrackingVH>, 16> replaced;

  /// Where in the thread an address is; nothing if it is not known to be there, or not to be.
  enum class Place : uint8_t { Exception, Elsewhere, Unknown };

  Place placeOf(Value *address, TypeSize size) const {
    if (address->getType()->getPointerAddressSpace() == HeapSpace)
      return Place::Elsewhere;
    int64_t offset = 0;
    Value *base = GetPointerBaseWithConstantOffset(address, offset, layout);
    if (isa<AllocaInst>(base) || (isa<GlobalVariable>(base) && base != thread))
      return Place::Elsewhere;
    auto *local = dyn_cast<IntrinsicInst>(base);
    if (base != thread && !(local && local->getIntrinsicID() == Intrinsic::threadlocal_address))
      return Place::Unknown;
    if (local && local->getArgOperand(0) != thread)
      return Place::Elsewhere;
    constexpr int64_t Field = offsetof(Thread, exception);
    if (offset == Field)
      return Place::Exception;
    return offset > Field || offset + static_cast<int64_t>(size.getFixedValue()) <= Field ? Place::Elsewhere
                                                                                          : Place::Unknown;
  }

  Place placeOf(Instruction &access) const {
    return placeOf(getLoadStorePointerOperand(&access), layout.getTypeStoreSize(getLoadStoreType(&access)));
  }

  bool isRead(Instruction &instruction) const {
    return isa<LoadInst>(instruction) && instruction.getType() == type && placeOf(instruction) == Place::Exception;
  }

  bool readsField() const {
    for (BasicBlock &block : function)
      for (Instruction &instruction : block)
        if (isRead(instruction))
          return true;
    return false;
  }

  /// Whether the field may be another one behind an instruction that is no store to it.
  bool mayChange(Instruction &instruction) const {
    if (isa<StoreInst>(instruction))
      return placeOf(instruction) != Place::Elsewhere;
    if (!instruction.mayWriteToMemory())
      return false;
    if (auto *memory = dyn_cast<MemIntrinsic>(&instruction))
      return memory->getDestAddressSpace() != HeapSpace;
    if (auto *call = dyn_cast<CallBase>(&instruction))
      return !isa<IntrinsicInst>(call) && !call->hasFnAttr(NeverRaises) && !call->onlyAccessesInaccessibleMemory();
    // Atomic operations are of the program's data, or of prices.
    return false;
  }

  LoadInst *read(BasicBlock::iterator at) {
    GlobalVariable *global = thread;
    IRBuilder<> builder(at->getParent(), at);
    Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), builder.CreateThreadLocalAddress(global),
                                                        offsetof(Thread, exception));
    LoadInst *load = builder.CreateLoad(type, address);
    made.push_back(load);
    return load;
  }

  /// Null at the beginning. An invoke says nothing of what is behind it.
  Value *valueAtBegin(BasicBlock &block) {
    if (block.isEntryBlock())
      return Constant::getNullValue(type);
    bool mayBeBehindCall = any_of(predecessors(&block), [](BasicBlock *before) {
      auto *invoke = dyn_cast<InvokeInst>(before->getTerminator());
      return invoke && !invoke->hasFnAttr(NeverRaises);
    });
    return mayBeBehindCall ? read(block.getFirstInsertionPt()) : nullptr;
  }

  void walk(BasicBlock &block) {
    Value *value = valueAtBegin(block);
    bool isKnownFromHere = value;
    Instruction *changed = nullptr;
    for (Instruction &instruction : block) {
      if (isRead(instruction)) {
        auto *load = cast<LoadInst>(&instruction);
        if (is_contained(made, load))
          continue;
        if (value)
          replaced.emplace_back(load, value);
        else if (!changed)
          fromOutside.push_back(load);
        value = value ? value : load;
        isKnownFromHere |= changed != nullptr;
        changed = nullptr;
      } else if (auto *store = dyn_cast<StoreInst>(&instruction);
                 store && placeOf(*store) == Place::Exception && store->getValueOperand()->getType() == type) {
        value = store->getValueOperand();
        isKnownFromHere = true;
        changed = nullptr;
      } else if (!instruction.isTerminator() && mayChange(instruction)) {
        value = nullptr;
        isKnownFromHere = true;
        changed = &instruction;
      }
    }
    if (changed)
      value = read(std::next(changed->getIterator()));
    if (isKnownFromHere)
      known.AddAvailableValue(&block, value);
  }
};

} // namespace

PreservedAnalyses ForwardRaisedPass::run(Function &function, FunctionAnalysisManager &) {
  // Others are the runtime's ways into the program.
  return blocksPreserved(function.getCallingConv() == CallingConv::Fast && Forwarding(function).run());
}

} // namespace tactus::pml::codegen
