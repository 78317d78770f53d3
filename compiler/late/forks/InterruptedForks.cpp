//===- InterruptedForks.cpp - forks that wait for interrupts ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "late/forks/InterruptedForks.h"
#include "ir/BeatPoint.h"
#include "ir/ForkCharge.h"
#include "ir/StackMapPrinter.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace tactus {

namespace {

/// Functions that call each other, in a circle, and fork.
class Recursion {
public:
  explicit Recursion(const std::vector<CallGraphNode *> &circle);

  bool hasForks() const { return !questions.empty(); }
  bool canHaveEntries() const;
  /// Gives the functions entries, and takes the questions out of their bodies. Returns the bodies.
  SmallVector<Function *, 4> addEntries();

private:
  SmallVector<Function *, 4> functions;
  SmallVector<CallInst *, 8> questions;

  bool isCalledFromOutside(const Function &function) const;
};

} // namespace

static bool callsItself(const Function &function) {
  return any_of(function.users(), [&](const User *user) {
    auto *call = dyn_cast<CallBase>(user);
    return call && call->getFunction() == &function && call->getCalledFunction() == &function;
  });
}

Recursion::Recursion(const std::vector<CallGraphNode *> &circle) {
  for (CallGraphNode *node : circle) {
    Function *function = node->getFunction();
    if (!function || function->isDeclaration() || (circle.size() == 1 && !callsItself(*function)))
      return;
    functions.push_back(function);
  }
  for (Function *function : functions)
    for (Instruction &instruction : instructions(*function))
      if (isBeatQuestion(instruction))
        questions.push_back(cast<CallInst>(&instruction));
}

bool Recursion::canHaveEntries() const {
  return none_of(functions, [](const Function *function) {
    // LLVM 19 loses what is passed by value on the stack when a function hands it on in its own place.
    bool passesByValue =
        any_of(function->args(), [](const Argument &argument) { return argument.hasPassPointeeByValueCopyAttr(); });
    return passesByValue || function->isInterposable() || function->hasAvailableExternallyLinkage() ||
           function->isVarArg() || any_of(*function, [](const BasicBlock &block) { return block.hasAddressTaken(); });
  });
}

bool Recursion::isCalledFromOutside(const Function &function) const {
  return !function.hasLocalLinkage() || any_of(function.uses(), [&](const Use &use) {
    auto *call = dyn_cast<CallBase>(use.getUser());
    return !call || !call->isCallee(&use) || !is_contained(functions, call->getFunction());
  });
}

/// A function with the body of another one, which is left without.
static Function *moveBody(Function &function) {
  auto *body = Function::Create(function.getFunctionType(), GlobalValue::InternalLinkage, function.getAddressSpace(),
                                function.getName() + ".forks", function.getParent());
  body->copyAttributesFrom(&function);
  body->setLinkage(GlobalValue::InternalLinkage);
  body->setVisibility(GlobalValue::DefaultVisibility);
  body->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  body->setDSOLocal(true);
  body->setComdat(function.getComdat());
  body->copyMetadata(&function, 0);
  function.clearMetadata();
  body->splice(body->begin(), &function);
  for (auto [ours, theirs] : zip_equal(body->args(), function.args())) {
    theirs.replaceAllUsesWith(&ours);
    ours.takeName(&theirs);
  }
  return body;
}

/// The way into a recursion.
static void createEntry(Function &function, Function &body) {
  LLVMContext &context = function.getContext();
  BasicBlock *ask = BasicBlock::Create(context, "", &function), *go = BasicBlock::Create(context, "", &function),
             *beat = BasicBlock::Create(context, "", &function);
  IRBuilder<> builder(ask);
  builder.CreateCondBr(createBeatQuestion(builder), beat, go, MDBuilder(context).createUnlikelyBranchWeights());

  builder.SetInsertPoint(beat);
  storeCredit(builder, createBeat(builder, ConstantPointerNull::get(builder.getPtrTy()), {}));
  builder.CreateBr(go);

  builder.SetInsertPoint(go);
  SmallVector<Value *, 8> arguments;
  SmallVector<AttributeSet, 8> attributes;
  for (Argument &argument : function.args()) {
    arguments.push_back(&argument);
    attributes.push_back(function.getAttributes().getParamAttrs(argument.getArgNo()));
  }
  CallInst *call = builder.CreateCall(&body, arguments);
  call->setCallingConv(function.getCallingConv());
  call->setAttributes(AttributeList::get(context, {}, function.getAttributes().getRetAttrs(), attributes));
  call->setTailCallKind(CallInst::TCK_MustTail);
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
  function.setPersonalityFn(nullptr);
  function.setGC(StackMapStrategyName);
}

SmallVector<Function *, 4> Recursion::addEntries() {
  SmallPtrSet<const Function *, 4> entered;
  for (const Function *function : functions)
    if (isCalledFromOutside(*function))
      entered.insert(function);
  SmallVector<Function *, 4> bodies;
  DenseMap<const Function *, Function *> bodyOf;
  for (Function *function : functions) {
    Function *body = entered.contains(function) ? moveBody(*function) : function;
    bodies.push_back(body);
    bodyOf[function] = body;
  }
  for (Function *body : bodies)
    for (Instruction &instruction : instructions(*body))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *known = bodyOf.lookup(call->getCalledFunction()))
          call->setCalledFunction(known);
  for (Function *function : functions)
    if (entered.contains(function))
      createEntry(*function, *bodyOf[function]);
  for (CallInst *question : questions) {
    replaceAndRecursivelySimplify(question, ConstantInt::get(question->getType(), 0));
    question->eraseFromParent();
  }
  return bodies;
}

/// The polls have become unreachable.
static void tidy(Function &body, FunctionAnalysisManager &analyses) {
  for (BasicBlock &block : body)
    ConstantFoldTerminator(&block);
  removeUnreachableBlocks(body);
  if (body.hasOptNone())
    return;
  FunctionPassManager passes;
  passes.addPass(SimplifyCFGPass());
  passes.addPass(ADCEPass());
  analyses.invalidate(body, PreservedAnalyses::none());
  passes.run(body, analyses);
}

PreservedAnalyses InterruptedForksPass::run(Module &module, ModuleAnalysisManager &analyses) {
  std::vector<Recursion> recursions;
  CallGraph graph(module);
  for (auto circle = scc_begin(&graph); !circle.isAtEnd(); ++circle)
    if (Recursion recursion(*circle); recursion.hasForks() && recursion.canHaveEntries())
      recursions.push_back(recursion);
  auto &functionAnalyses = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (Recursion &recursion : recursions)
    for (Function *body : recursion.addEntries())
      tidy(*body, functionAnalyses);
  return recursions.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace tactus
