//===- ForkLowering.cpp - potentially parallel calls ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/forks/ForkLowering.h"
#include "abi/forks.h"
#include "abi/maps.h"
#include "analysis/SmallFunctions.h"
#include "ir/EarlyQuestion.h"
#include "ir/ForkCall.h"
#include "ir/ForkId.h"
#include "lower/forks/BranchPlaces.h"
#include "lower/forks/ForkPoll.h"
#include "lower/forks/LandingPads.h"
#include "lower/loops/Beats.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace tactus {

namespace {

class ForkLowering {
public:
  explicit ForkLowering(const Fork &fork) : ForkLowering(fork, fork.firstBranch) {}

  void run() {
    prepareCall();
    prepareEnvironment();
    splitBlocks();
    createBlocks();
    emitPoll();
    emitColdCall();
    if (fork.place == BranchPlace::Leaf)
      emitLeaf();
    else if (fork.place == BranchPlace::InPlace)
      emitBody();
    else
      emitHotCall();
    emitJoin();
  }

private:
  ForkLowering(const Fork &fork, CallBase *call)
      : fork(fork), call(call), function(*call->getFunction()), module(*function.getParent()),
        context(module.getContext()), builder(call), location(call->getDebugLoc()), word(builder.getInt64Ty()),
        pointer(builder.getPtrTy()) {}

  const Fork &fork;
  CallBase *call;
  Function &function;
  Module &module;
  LLVMContext &context;
  IRBuilder<> builder;
  DebugLoc location;
  Type *word;
  Type *pointer;
  SmallVector<Value *, 8> environment;
  /// What is latent around the fork: the beginning of each bundle.
  SmallVector<Value *, 4> around;
  /// The blocks of the picture in the header. `before` ends with the credit check; `after` is what follows the call.
  BasicBlock *before = nullptr, *poll = nullptr, *cold = nullptr, *hot = nullptr, *join = nullptr, *after = nullptr;
  /// Where an exception goes on to, and its landing pad; null if it leaves the function.
  BasicBlock *outerPad = nullptr;
  /// Holds the record while the first branch of a fork that was promoted at once is running.
  AllocaInst *recordSlot = nullptr;
  SmallVector<std::pair<Value *, BasicBlock *>, 3> results, records, unwound;

  void at(BasicBlock *block) {
    builder.SetInsertPoint(block);
    builder.SetCurrentDebugLocation(location);
  }
  BasicBlock *createBlock(const char *name) { return BasicBlock::Create(context, name, &function, after); }

  void prepareCall() {
    if (fork.place == BranchPlace::Called || call != fork.firstBranch)
      call = makeCallable(call);
    if (auto bundle = call->getOperandBundle(LLVMContext::OB_deopt))
      append_range(around, bundle->Inputs);
    prepareFunctions();
  }

  /// Both must be able to unwind, in code that was compiled without exceptions as well.
  void prepareFunctions() {
    function.removeFnAttr(Attribute::NoUnwind);
    if (function.getUWTableKind() == UWTableKind::None)
      function.setUWTableKind(UWTableKind::Async);
    function.setPersonalityFn(personalityFor(function));
    if (fork.place == BranchPlace::Leaf)
      return;
    call->removeFnAttr(Attribute::NoUnwind);
    if (auto *callee = dyn_cast<Function>(call->getCalledOperand()->stripPointerCasts())) {
      callee->removeFnAttr(Attribute::NoUnwind);
      // The stub's values are results that no optimisation of the callee's signature knows of.
      if (!call->getType()->isVoidTy())
        appendToCompilerUsed(module, {callee});
    }
  }

  /// Stack maps know integers of whole bytes and pointers.
  void prepareEnvironment() {
    builder.SetInsertPoint(call);
    for (Value *value : fork.environment) {
      unsigned bits = module.getDataLayout().getTypeSizeInBits(value->getType());
      if (value->getType()->isFloatingPointTy())
        value = builder.CreateBitCast(value, builder.getIntNTy(bits));
      if (value->getType()->isIntegerTy())
        value = builder.CreateZExt(value, builder.getIntNTy(std::max<unsigned>(PowerOf2Ceil(bits), 8)));
      environment.push_back(value);
    }
  }

  void splitBlocks() {
    before = call->getParent();
    if (auto *invoke = dyn_cast<InvokeInst>(call)) {
      outerPad = invoke->getUnwindDest();
      after = invoke->getNormalDest();
      join = createBlock("fork.join");
      after->replacePhiUsesWith(before, join);
      at(join);
      builder.CreateBr(after);
    } else {
      join = before->splitBasicBlock(call->getNextNode(), "fork.join");
      after = join;
      before->getTerminator()->eraseFromParent();
    }
  }

  void createBlocks() {
    hot = createBlock("fork.hot");
    poll = createBlock("fork.poll");
    cold = createBlock("fork.cold");
  }

  void branchUnlikely(Value *condition, BasicBlock *unlikely, BasicBlock *likely) {
    builder.CreateCondBr(condition, unlikely, likely, MDBuilder(context).createBranchWeights(1, 1U << 20));
  }

  Value *loadWeight() {
    Constant *address = ConstantExpr::getGetElementPtr(builder.getInt8Ty(), fork.descriptor,
                                                       builder.getInt64(offsetof(tactus_fork_descriptor, weight)));
    LoadInst *weight = builder.CreateLoad(word, address);
    weight->setAtomic(AtomicOrdering::Monotonic);
    weight->setAlignment(Align(8));
    return weight;
  }

  void emitPoll() {
    call->removeFromParent();
    at(before);
    Value *isDue = beats().chargeFork(builder, [&] { return loadWeight(); });
    BasicBlock *charged = fork.place == BranchPlace::Called ? emitEarlyReturn() : hot;
    at(before);
    branchUnlikely(isDue, poll, charged);

    at(poll);
    CallInst *record = builder.CreateCall(pollFunctionOf(*fork.descriptor, environment, function, location),
                                          environment, {OperandBundleDef("deopt", ArrayRef(around))});
    record->setCallingConv(CallingConv::PreserveMost);
    record->addFnAttr(Attribute::Cold);
    // Through memory, volatile: else a register would be kept for it, and saved by every call of the function.
    IRBuilder<> entry(&*function.getEntryBlock().getFirstInsertionPt());
    recordSlot = entry.CreateAlloca(pointer, nullptr, "fork.record");
    builder.CreateStore(record, recordSlot, /*isVolatile=*/true);
    branchUnlikely(builder.CreateIsNotNull(record), cold, charged);
  }

  /// Nothing is recorded or called where the first branch returns at once. It is charged, unless ForkCharge.h finds
  /// later that it need not be: a recursion all of whose first branches are like that must still see its beats, for
  /// what is latent around it. Returns the block that goes on, once the fork is charged.
  BasicBlock *emitEarlyReturn() {
    BasicBlock *ask = createBlock("fork.ask");
    at(ask);
    Value *returnsEarly = createEarlyQuestion(builder, *call);
    if (!returnsEarly) {
      ask->eraseFromParent();
      return hot;
    }
    BasicBlock *early = createBlock("fork.early");
    builder.CreateCondBr(returnsEarly, early, hot);
    at(early);
    results.emplace_back(createEarlyCall(builder, *call), early);
    records.emplace_back(ConstantPointerNull::get(cast<PointerType>(pointer)), early);
    builder.CreateBr(join);
    return ask;
  }

  Value *loadRecord() {
    LoadInst *record = builder.CreateLoad(pointer, recordSlot, /*isVolatile=*/true);
    record->setMetadata(LLVMContext::MD_nonnull, MDNode::get(context, {}));
    return record;
  }

  /// The first branch once more, at the end of `block`.
  InvokeInst *emitCall(BasicBlock *block, BasicBlock *normal, BasicBlock *pad, ArrayRef<Value *> latent) {
    at(block);
    SmallVector<OperandBundleDef, 2> bundles;
    call->getOperandBundlesAsDefs(bundles);
    erase_if(bundles, [](const OperandBundleDef &bundle) { return bundle.getTag() == "deopt"; });
    bundles.emplace_back("deopt", latent);
    InvokeInst *invoke = builder.CreateInvoke(call->getFunctionType(), call->getCalledOperand(), normal, pad,
                                              SmallVector<Value *, 8>(call->args()), bundles);
    invoke->setAttributes(call->getAttributes());
    invoke->setCallingConv(call->getCallingConv());
    invoke->copyMetadata(*call);
    // The only call of its function is to be inlined (lower/loops/OnlyCalls), but not as a fork.
    invoke->removeFnAttr(Attribute::AlwaysInline);
    invoke->addFnAttr(Attribute::NoInline);
    return invoke;
  }

  void emitHotCall() {
    auto [low, high] = forkIdOf(*fork.descriptor);
    SmallVector<Value *, 8> latent(around.begin(), around.end());
    for (uint64_t number : {uint64_t{abi::FirstBranch}, uint64_t{environment.size()}, low, high})
      latent.push_back(builder.getInt64(number));
    append_range(latent, environment);
    BasicBlock *serial = createBlock("fork.serial");
    BasicBlock *pad = createBlock("fork.pad");
    InvokeInst *invoke = emitCall(hot, serial, pad, latent);
    at(serial);
    builder.CreateBr(join);
    results.emplace_back(invoke, serial);
    records.emplace_back(ConstantPointerNull::get(cast<PointerType>(pointer)), serial);

    BasicBlock *promoted = createBlock("fork.promoted");
    BasicBlock *thrown = createBlock("fork.thrown");
    at(pad);
    LandingPadInst *landing = createLandingPad();
    Value *isPromoted =
        builder.CreateICmpEQ(builder.CreateExtractValue(landing, 1), builder.getInt32(abi::PromotedSelector));
    builder.CreateCondBr(isPromoted, promoted, thrown);
    at(promoted);
    Value *record = builder.CreateExtractValue(landing, 0);
    if (!call->getType()->isVoidTy())
      results.emplace_back(loadReturnedValue(builder, call->getType(), record), promoted);
    else
      results.emplace_back(nullptr, promoted);
    builder.CreateBr(join);
    records.emplace_back(record, promoted);
    emitThrow(thrown, landing, nullptr);
  }

  /// Nothing is latent, and nothing is promoted, until it has returned. What is long is called, as it is where the fork
  /// is promoted at once: in line, it would be compiled twice.
  void emitLeaf() {
    at(hot);
    auto *leaf = cast<CallInst>(call->clone());
    builder.Insert(leaf);
    if (!leaf->hasFnAttr(Attribute::AlwaysInline) && !instructionsOfSmallCall(*leaf))
      leaf->setIsNoInline();
    builder.CreateBr(join);
    results.emplace_back(leaf, hot);
    records.emplace_back(ConstantPointerNull::get(cast<PointerType>(pointer)), hot);
  }

  /// The first branch's code takes the place of its call, and its one call that may reach a promotion point is the
  /// fork's: what stands behind that has the record.
  void emitBody() {
    at(hot);
    auto *body = cast<CallInst>(call->clone());
    builder.Insert(body);
    BasicBlock *done = createBlock("fork.body.done");
    builder.CreateBr(done);
    at(done);
    if (!body->getType()->isVoidTy()) {
      PHINode *result = builder.CreatePHI(body->getType(), 1);
      result->addIncoming(body, hot);
      results.emplace_back(result, done);
    }
    builder.CreateBr(join);
    CallBase *inner = reachingCall(*call->getCalledFunction());
    if (inner)
      inner->addFnAttr(Attribute::get(context, ReachingMark));
    InlineFunctionInfo info;
    bool isInlined = InlineFunction(*body, info).isSuccess();
    if (inner)
      inner->removeFnAttr(ReachingMark);
    SSAUpdater record;
    record.Initialize(pointer, "fork.record");
    record.AddAvailableValue(hot, ConstantPointerNull::get(cast<PointerType>(pointer)));
    // Where it cannot be inlined after all, or the call is never come to, nothing can be promoted meanwhile.
    if (CallBase *reaching = isInlined && inner ? markedCall() : nullptr) {
      PHINode *promoted = ForkLowering(fork, reaching).runInBody(environment);
      record.AddAvailableValue(promoted->getParent(), promoted);
    }
    records.emplace_back(record.GetValueAtEndOfBlock(done), done);
  }
  static constexpr const char *ReachingMark = "tactus-reaching";

  CallBase *markedCall() {
    for (Instruction &instruction : instructions(function))
      if (auto *reaching = dyn_cast<CallBase>(&instruction); reaching && reaching->hasFnAttr(ReachingMark)) {
        reaching->removeFnAttr(ReachingMark);
        return reaching;
      }
    return nullptr;
  }

  /// Of the call in a body that stands in place: it is charged already, and called here only if nothing was promoted
  /// then. Returns the record behind it.
  PHINode *runInBody(ArrayRef<Value *> words) {
    append_range(environment, words);
    prepareCall();
    splitBlocks();
    hot = createBlock("fork.hot");
    call->removeFromParent();
    BasicBlock *asked = emitEarlyReturn();
    at(before);
    builder.CreateBr(asked);
    emitHotCall();
    return mergeWays();
  }

  void emitColdCall() {
    BasicBlock *returned = createBlock("fork.returned");
    BasicBlock *pad = createBlock("fork.coldpad");
    InvokeInst *invoke = emitCall(cold, returned, pad, around);
    invoke->addFnAttr(Attribute::Cold);
    at(returned);
    records.emplace_back(loadRecord(), returned);
    builder.CreateBr(join);
    results.emplace_back(invoke, returned);
    at(pad);
    LandingPadInst *landing = createLandingPad();
    emitThrow(pad, landing, loadRecord());
  }

  /// A landing pad that catches what the original one does.
  LandingPadInst *createLandingPad() {
    auto *type = StructType::get(context, {pointer, builder.getInt32Ty()});
    LandingPadInst *original = outerPad ? outerPad->getLandingPadInst() : nullptr;
    unsigned clauses = original ? original->getNumClauses() : 0;
    LandingPadInst *landing = builder.CreateLandingPad(original ? original->getType() : type, clauses);
    for (unsigned i = 0; i < clauses; ++i)
      landing->addClause(original->getClause(i));
    landing->setCleanup(true);
    return landing;
  }

  /// A real exception: the part that may run elsewhere is taken back or waited for, then the exception goes on, from
  /// where the call stands or, if the fork says so, from where that part has ended.
  /// `record` is null where only the runtime knows whether the frame's fork has been promoted.
  void emitThrow(BasicBlock *block, LandingPadInst *landing, Value *record) {
    at(block);
    auto callRuntime = [&](StringRef name, Type *type, ArrayRef<Value *> arguments) {
      SmallVector<Type *, 1> types(arguments.size(), pointer);
      CallInst *made = builder.CreateCall(module.getOrInsertFunction(name, FunctionType::get(type, types, false)),
                                          arguments, {OperandBundleDef("deopt", ArrayRef(around))});
      made->addFnAttr(Attribute::Cold);
      made->addFnAttr(Attribute::NoUnwind);
      return made;
    };
    if (fork.unwound)
      unwound.emplace_back(record ? callRuntime("tactus_fork_leave", pointer, {record})
                                  : callRuntime("tactus_fork_leave_unwound", pointer, {fork.descriptor}),
                           block);
    else if (record)
      callRuntime("tactus_fork_discard", builder.getVoidTy(), {record});
    else
      callRuntime("tactus_fork_unwound", builder.getVoidTy(), {});
    if (!outerPad) {
      builder.CreateResume(landing);
      return;
    }
    BasicBlock *body = bodyOfOuterPad();
    builder.CreateBr(body);
    for (PHINode &phi : body->phis()) {
      Value *fromPad = phi.getIncomingValueForBlock(outerPad);
      auto *outer = dyn_cast<PHINode>(fromPad);
      if (isa<LandingPadInst>(fromPad))
        phi.addIncoming(landing, block);
      else
        phi.addIncoming(outer->getIncomingValueForBlock(before), block);
    }
  }

  /// What follows the original landing pad, as a block that others can branch to: every value that the pad's block
  /// defines comes through a phi.
  BasicBlock *bodyOfOuterPad() {
    if (outerBody)
      return outerBody;
    LandingPadInst *landing = outerPad->getLandingPadInst();
    outerBody = outerPad->splitBasicBlock(landing->getNextNode(), "fork.handler");
    SmallVector<Instruction *, 4> values{landing};
    for (PHINode &phi : outerPad->phis())
      values.push_back(&phi);
    for (Instruction *value : values) {
      PHINode *phi = PHINode::Create(value->getType(), 2, "", outerBody->begin());
      value->replaceUsesWithIf(phi,
                               [&](Use &use) { return cast<Instruction>(use.getUser())->getParent() != outerPad; });
      phi->addIncoming(value, outerPad);
    }
    return outerBody;
  }
  BasicBlock *outerBody = nullptr;

  /// What the call has returned, and the record, which is returned, however the join is come to.
  PHINode *mergeWays() {
    if (outerPad)
      for (PHINode &phi : make_early_inc_range(outerPad->phis()))
        phi.removeIncomingValue(before, /*DeletePHIIfEmpty=*/false);
    if (!call->getType()->isVoidTy() && !call->use_empty()) {
      PHINode *phi = PHINode::Create(call->getType(), results.size(), "", join->begin());
      for (auto [value, block] : results)
        phi->addIncoming(value, block);
      phi->takeName(call);
      call->replaceAllUsesWith(phi);
    }
    PHINode *phi = PHINode::Create(pointer, records.size(), "fork.record", join->begin());
    for (auto [value, block] : records)
      phi->addIncoming(value, block);
    call->deleteValue();
    // Nothing else may lead to the original landing pad.
    if (outerPad && !fork.unwound && pred_empty(outerPad))
      DeleteDeadBlock(outerPad);
    return phi;
  }

  void emitJoin() {
    fork.record->replaceAllUsesWith(mergeWays());
    fork.record->eraseFromParent();
    if (fork.unwound) {
      PHINode *leaving = PHINode::Create(pointer, unwound.size() + 1, "", bodyOfOuterPad()->begin());
      for (auto [value, block] : unwound)
        leaving->addIncoming(value, block);
      leaving->addIncoming(ConstantPointerNull::get(cast<PointerType>(pointer)), outerPad);
      fork.unwound->replaceAllUsesWith(leaving);
      fork.unwound->eraseFromParent();
      if (pred_empty(outerPad))
        DeleteDeadBlock(outerPad);
    }
  }
};

} // namespace

void lowerFork(const Fork &fork) { ForkLowering(fork).run(); }

bool hasFork(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    return call && isForkCall(*call);
  });
}

} // namespace tactus
