//===- late.cpp - what has to wait until the optimiser has run -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Room at `top` holds anything. The optimiser may have moved the first store of a field behind a safepoint, where the
// collector must find no object; and equality compares the bytes between fields. So each word of an object that is not
// wholly written right behind its allocation is zeroed there. Nearly always it is:
//
//     object = thread.top; ...
//     object[0] = header                 a record of two pointers and a byte
//     object[3] = 0                      the byte's word
//     object[1] = x; object[2] = y; (byte) object[3] = b        as the optimiser has left it
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/late.h"
#include "pml/codegen/module.h"
#include "pml/codegen/small_integers.h"
#include "pml/runtime/interface.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace tactus::pml::codegen {

void declareAllocation(Module &module) {
  LLVMContext &context = module.getContext();
  Type *word = Type::getInt64Ty(context);
  auto *type = FunctionType::get(PointerType::get(context, HeapSpace), {word, word}, false);
  auto *function = Function::Create(type, GlobalValue::ExternalLinkage, AllocationName, &module);
  function->addFnAttr(Attribute::NoUnwind);
  function->addFnAttr(Attribute::WillReturn);
  function->addFnAttr(Attribute::get(context, "alloc-family", "pml"));
  function->addFnAttr(Attribute::get(context, Attribute::AllocKind, static_cast<uint64_t>(AllocFnKind::Alloc)));
  function->addFnAttr(Attribute::getWithAllocSizeArgs(context, 0, std::nullopt));
  function->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  function->setReturnDoesNotAlias();
  function->addRetAttr(Attribute::NonNull);
  function->addRetAttr(Attribute::getWithAlignment(context, Align(8)));
}

/// Whether the runtime may look at objects there. What LLVM makes of an allocation's neighbours has calls of
/// intrinsics.
static bool mayShowObjects(const Instruction &instruction) {
  if (!isa<CallBase>(instruction))
    return false;
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return !intrinsic || (intrinsic->mayReadOrWriteMemory() && !intrinsic->isAssumeLikeIntrinsic());
}

/// The bytes of the object that its block writes before anybody may look at them.
static BitVector writtenBehind(const CallInst &call, uint64_t bytes) {
  const DataLayout &layout = call.getModule()->getDataLayout();
  BitVector written(static_cast<unsigned>(bytes));
  for (const Instruction *each = call.getNextNode(); each && !mayShowObjects(*each); each = each->getNextNode()) {
    auto *store = dyn_cast<StoreInst>(each);
    if (!store)
      continue;
    int64_t offset = 0;
    const Value *base = GetPointerBaseWithConstantOffset(store->getPointerOperand(), offset, layout);
    TypeSize size = layout.getTypeStoreSize(store->getValueOperand()->getType());
    if (base == &call && !size.isScalable() && offset >= 0 && offset + size.getFixedValue() <= bytes)
      written.set(static_cast<unsigned>(offset), static_cast<unsigned>(offset + size.getFixedValue()));
  }
  return written;
}

/// Zeroes the words behind the header that are not wholly written.
static void zeroTheRest(IRBuilder<> &builder, Value *object, const BitVector &written) {
  constexpr unsigned WordBytes = 8;
  for (unsigned at = WordBytes; at < written.size(); at += WordBytes)
    if (written.find_first_unset_in(at, at + WordBytes) >= 0)
      builder.CreateStore(builder.getInt64(0), builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), object, at));
}

static void expandAllocation(CallInst *call) {
  Function &function = *call->getFunction();
  Module &module = *function.getParent();
  LLVMContext &context = module.getContext();
  auto bytes = cast<ConstantInt>(call->getArgOperand(0))->getZExtValue();
  Value *header = call->getArgOperand(1);
  IRBuilder<> builder(call);
  Type *word = builder.getInt64Ty();
  FunctionCallee slowly =
      module.getOrInsertFunction("pml_allocate", FunctionType::get(call->getType(), {word, word}, false));
  // Where the program passes once, the short code is the better one.
  if (bytes > MostInlineBytes || call->hasFnAttr(Attribute::Cold)) {
    Value *object = builder.CreateCall(slowly, {call->getArgOperand(0), header});
    call->replaceAllUsesWith(object);
    call->eraseFromParent();
    return;
  }
  BitVector written = writtenBehind(*call, bytes);
  Value *thread = builder.CreateThreadLocalAddress(module.getNamedGlobal("pml_thread"));
  auto field = [&](uint64_t offset) { return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), thread, offset); };
  Value *topField = field(offsetof(Thread, top));
  Value *top = builder.CreateLoad(word, topField);
  Value *newTop = builder.CreateAdd(top, builder.getInt64(bytes));
  LoadInst *limit = builder.CreateLoad(word, field(offsetof(Thread, limit)));
  limit->setAtomic(AtomicOrdering::Monotonic);
  limit->setAlignment(Align(8));
  Instruction *slowEnd, *fastEnd;
  SplitBlockAndInsertIfThenElse(builder.CreateICmpUGT(newTop, limit), call, &slowEnd, &fastEnd,
                                MDBuilder(context).createBranchWeights(1, 1U << 20));
  builder.SetInsertPoint(slowEnd);
  CallInst *slow = builder.CreateCall(slowly, {call->getArgOperand(0), header});
  slow->addFnAttr(Attribute::Cold);
  builder.SetInsertPoint(fastEnd);
  builder.CreateStore(newTop, topField);
  Value *fast = builder.CreateIntToPtr(top, call->getType());
  builder.CreateStore(header, fast);
  zeroTheRest(builder, fast, written);
  builder.SetInsertPoint(call);
  PHINode *object = builder.CreatePHI(call->getType(), 2);
  object->addIncoming(slow, slow->getParent());
  object->addIncoming(fast, fastEnd->getParent());
  call->replaceAllUsesWith(object);
  call->eraseFromParent();
}

/// What the call's block does behind it if that is only to return its result: the optimiser lets returns share a block.
static ReturnInst *returnBehind(CallInst *call) {
  Instruction *next = call->getNextNode();
  if (auto *returned = dyn_cast<ReturnInst>(next))
    return !returned->getReturnValue() || returned->getReturnValue() == call ? returned : nullptr;
  auto *jump = dyn_cast<BranchInst>(next);
  if (!jump || jump->isConditional())
    return nullptr;
  BasicBlock *target = jump->getSuccessor(0);
  auto *returned = dyn_cast<ReturnInst>(target->getFirstNonPHIOrDbg());
  if (!returned)
    return nullptr;
  Value *value = returned->getReturnValue();
  auto *phi = dyn_cast_or_null<PHINode>(value);
  if (value && (!phi || phi->getParent() != target || phi->getIncomingValueForBlock(call->getParent()) != call))
    return nullptr;
  return returned;
}

/// A call that is the last thing a function does leaves its frame. LLVM's code generator makes a jump of it, as all
/// arguments are in registers; so it is no safepoint of this frame.
static void makeTailCall(CallInst *call) {
  ReturnInst *returned = returnBehind(call);
  if (!returned)
    return;
  // The frame may hold what somebody else has the address of.
  bool hasRoom = any_of(call->getFunction()->getEntryBlock(), [](Instruction &each) { return isa<AllocaInst>(each); });
  if (hasRoom && !call->isTailCall())
    return;
  if (returned->getParent() != call->getParent()) {
    auto *jump = cast<BranchInst>(call->getNextNode());
    returned->getParent()->removePredecessor(call->getParent(), /*KeepOneInputPHIs=*/true);
    ReturnInst::Create(call->getContext(), call->getType()->isVoidTy() ? nullptr : call, jump->getIterator());
    jump->eraseFromParent();
  }
  call->setTailCallKind(CallInst::TCK_Tail);
  call->addFnAttr(Attribute::get(call->getContext(), LeafAttribute));
}

static void makeTailCalls(Module &module) {
  SmallVector<CallInst *, 64> calls;
  for (Function &function : module)
    if (function.getCallingConv() == CallingConv::Fast)
      for (BasicBlock &block : function)
        for (Instruction &instruction : block)
          if (auto *call = dyn_cast<CallInst>(&instruction); call && call->getCallingConv() == CallingConv::Fast &&
                                                             !call->hasFnAttr(LeafAttribute) &&
                                                             call->getType() == function.getReturnType())
            calls.push_back(call);
  for (CallInst *call : calls)
    makeTailCall(call);
}

void expandLate(Module &module) {
  expandSmall(module);
  makeTailCalls(module);
  SmallVector<Function *, 16> targets;
  for (Function &function : module)
    if (function.getName().ends_with(PCallSuffix) && function.isDeclaration())
      targets.push_back(&function);
  for (Function *target : targets) {
    std::string name = target->getName().drop_back(StringRef(PCallSuffix).size()).str();
    if (Function *called = module.getFunction(name)) {
      target->replaceAllUsesWith(called);
      target->eraseFromParent();
    } else {
      // It is in another part of the program.
      target->setName(name);
      target->setVisibility(GlobalValue::HiddenVisibility);
    }
  }
  Function *allocation = module.getFunction(AllocationName);
  if (!allocation)
    return;
  SmallVector<CallInst *, 64> calls;
  for (User *user : allocation->users())
    calls.push_back(cast<CallInst>(user));
  for (CallInst *call : calls)
    expandAllocation(call);
  allocation->eraseFromParent();
}

} // namespace tactus::pml::codegen
