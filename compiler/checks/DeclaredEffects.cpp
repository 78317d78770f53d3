//===- DeclaredEffects.cpp - written effects are compared with derived ones ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What the plugin for clang has made of a step, and what it becomes here:
//
//     if (context) {                     if (context) {
//       what(1);                           for (once) {
//       add(range(y, y + n), written);       declared(y, y + n, written);
//       rest(...); add(...);                 the code of the block
//       step(block);                       }
//     } else ...                         } else ...
//
// The single iteration of that loop is what scalar evolution sees the addresses of.
//
//===----------------------------------------------------------------------===//
#include "checks/DeclaredEffects.h"
#include "ir/EraseFunction.h"
#include "model/RuntimeCalls.h"
#include "sweeps/InlinedCalls.h"
#include "sweeps/MarkedLoops.h"
#include "sweeps/OutsideEffects.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tactus {

namespace {

/// step(block, file, line), or parts(code, effects, cut, all, size, file, line).
constexpr const char *Step = "__tactus_splice_step", *Parts = "__tactus_splice_parts";

CallInst *stepIn(Instruction &instruction) {
  StringRef name = calleeName(instruction);
  return name == Step || name == Parts ? dyn_cast<CallInst>(&instruction) : nullptr;
}

/// A function's effects are a function.
constexpr const char *EffectsOf = "__tactus_splice_effects_of_";

bool isEffect(StringRef name) {
  return name.starts_with("__tactus_splice_add") || name.starts_with(EffectsOf) ||
         name.contains("__tactus_splice_add_any");
}

/// What only tells the library something.
bool isTelling(StringRef name) {
  return name == "__tactus_splice_what" || name == "__tactus_splice_say" || name == "__tactus_splice_said" ||
         name == "__tactus_splice_rest";
}

constexpr const char *Declared = "tactus.declared.effect";

class StepsOfFunction {
public:
  StepsOfFunction(Function &original, FunctionAnalysisManager &analyses) : original(original), analyses(analyses) {}

  void run() {
    ValueToValueMapTy values;
    copy = CloneFunction(&original, values);
    copy->removeFnAttr(Attribute::OptimizeNone);
    copy->removeFnAttr(Attribute::NoInline);
    SmallVector<CallInst *, 8> steps;
    for (Instruction &instruction : instructions(*copy))
      if (CallInst *step = stepIn(instruction))
        steps.push_back(step);
    for (CallInst *step : steps)
      putIntoLoop(*step);
    if (!lines.empty())
      compareAll();
    eraseFunction(*copy, analyses);
  }

private:
  Function &original;
  FunctionAnalysisManager &analyses;
  Function *copy = nullptr;
  /// Where the steps are, by the numbers of their loops' marks.
  SmallVector<unsigned, 8> lines;

  //===--- A step becomes a loop ---===//

  void putIntoLoop(CallInst &step) {
    auto &dominators = analyses.getResult<DominatorTreeAnalysis>(*copy);
    BasicBlock *first = beginOf(step, dominators), *behind = step.getParent()->getSingleSuccessor();
    if (!first || !behind || isa<PHINode>(behind->front()) || isa<PHINode>(first->front()))
      return;
    unsigned line = cast<ConstantInt>(step.getArgOperand(step.arg_size() - 1))->getZExtValue();
    SmallVector<Instruction *, 16> told;
    for (Instruction &instruction : instructions(*copy))
      if (dominators.dominates(first, instruction.getParent()) && dominators.dominates(&instruction, &step) &&
          (isTelling(calleeName(instruction)) ||
           (isEffect(calleeName(instruction)) && isOfRest(instruction, first, dominators))))
        told.push_back(&instruction);
    addEffectsOfFunction(cast<CallBase>(*firstTold(*first)), step);
    if (!inlineStep(step))
      return;
    for (Instruction *instruction : told)
      instruction->eraseFromParent();
    lines.push_back(line);
    markSingle(*first, *behind, lines.size(), analyses);
  }

  /// The block that begins with what(): the branch of code that is spliced.
  BasicBlock *beginOf(CallInst &step, const DominatorTree &dominators) {
    Instruction *begin = nullptr;
    for (Instruction &instruction : instructions(*copy))
      if (calleeName(instruction) == "__tactus_splice_what" && dominators.dominates(&instruction, &step) &&
          (!begin || dominators.dominates(begin, &instruction)))
        begin = &instruction;
    return begin ? begin->getParent() : nullptr;
  }

  static Instruction *firstTold(BasicBlock &first) {
    return &*find_if(first, [](const Instruction &told) { return calleeName(told) == "__tactus_splice_what"; });
  }

  /// What says nothing does what its function declares.
  void addEffectsOfFunction(const CallBase &what, CallInst &step) {
    auto *isKnown = dyn_cast<ConstantInt>(what.getArgOperand(0));
    bool isTry = any_of(instructions(*copy),
                        [](const Instruction &begin) { return calleeName(begin) == "__tactus_splice_begin"; });
    Function *effects = copy->getParent()->getFunction(EffectsOf + original.getName().str());
    if (!isKnown || !isKnown->isZero() || isTry || !effects || effects->arg_size() > copy->arg_size())
      return;
    SmallVector<Value *, 8> arguments;
    for (Argument &parameter : effects->args()) {
      arguments.push_back(copy->getArg(parameter.getArgNo()));
      if (arguments.back()->getType() != parameter.getType())
        return;
    }
    IRBuilder<>(&step).CreateCall(effects, arguments);
  }

  bool isOfRest(const Instruction &effect, const BasicBlock *first, const DominatorTree &dominators) {
    return any_of(instructions(*copy), [&](const Instruction &rest) {
      return calleeName(rest) == "__tactus_splice_rest" && dominators.dominates(&rest, &effect) &&
             dominators.dominates(first, rest.getParent());
    });
  }

  /// The function of a block, of whose structure it is the fourth word that counts.
  static Function *codeOf(Value *block) {
    constexpr unsigned Invoke = 3;
    if (auto *constant = dyn_cast<GlobalVariable>(block))
      if (auto *fields = constant->hasInitializer() ? dyn_cast<ConstantStruct>(constant->getInitializer()) : nullptr)
        return dyn_cast<Function>(fields->getOperand(Invoke)->stripPointerCasts());
    for (User *user : block->users()) {
      auto *field = dyn_cast<GetElementPtrInst>(user);
      if (!field || field->getNumIndices() != 2 || !field->hasAllConstantIndices() ||
          cast<ConstantInt>(field->getOperand(2))->getZExtValue() != Invoke)
        continue;
      for (User *store : field->users())
        if (isa<StoreInst>(store))
          return dyn_cast<Function>(cast<StoreInst>(store)->getValueOperand()->stripPointerCasts());
    }
    return nullptr;
  }

  bool inlineStep(CallInst &step) {
    bool hasParts = calleeName(step) == Parts;
    constexpr unsigned Code = 0, Effects = 1, All = 3, Size = 4;
    Function *code = codeOf(step.getArgOperand(Code)),
             *effects = hasParts ? codeOf(step.getArgOperand(Effects)) : nullptr;
    if (!code || code->arg_size() != 1 || (hasParts && (!effects || effects->arg_size() != 1)))
      return false;
    IRBuilder<> builder(&step);
    Value *all = hasParts ? step.getArgOperand(All) : nullptr, *size = hasParts ? step.getArgOperand(Size) : nullptr;
    SmallVector<CallInst *, 2> calls;
    if (hasParts)
      calls.push_back(builder.CreateCall(effects, step.getArgOperand(Effects)));
    calls.push_back(builder.CreateCall(code, step.getArgOperand(Code)));
    step.eraseFromParent();
    bool isInlined = true;
    for (CallInst *call : calls) {
      InlineFunctionInfo information;
      isInlined &= InlineFunction(*call, information).isSuccess();
    }
    for (Instruction &instruction : make_early_inc_range(instructions(*copy)))
      if (calleeName(instruction) == "__tactus_splice_take_part" && all) {
        builder.SetInsertPoint(&instruction);
        builder.CreateMemCpy(instruction.getOperand(0), MaybeAlign(1), all, MaybeAlign(1), size);
        instruction.eraseFromParent();
      }
    analyses.invalidate(*copy, PreservedAnalyses::none());
    return isInlined;
  }

  //===--- Effects become calls with addresses ---===//

  /// Effects of functions, and what they say their regions with: tactus_range, say.
  void inlineEffects() {
    SmallVector<CallBase *, 16> calls;
    for (Instruction &instruction : instructions(*copy))
      if (StringRef name = calleeName(instruction); name.starts_with("tactus_") || name.starts_with(EffectsOf))
        calls.push_back(cast<CallBase>(&instruction));
    for (CallBase *call : calls) {
      InlineFunctionInfo information;
      if (!call->getCalledFunction()->isDeclaration())
        InlineFunction(*call, information);
    }
    analyses.invalidate(*copy, PreservedAnalyses::none());
    inlineCallsInLoops(*copy, analyses);
  }

  /// add(region, written) and add_object(first, size, written) become declared(type, first, last, written).
  void declareEffects() {
    for (Instruction &instruction : make_early_inc_range(instructions(*copy))) {
      StringRef name = calleeName(instruction);
      if (isTelling(name) && isa<CallInst>(instruction)) {
        instruction.eraseFromParent();
        continue;
      }
      if (name != "__tactus_splice_add" && name != "__tactus_splice_add_object")
        continue;
      auto &call = cast<CallBase>(instruction);
      IRBuilder<> builder(&instruction);
      Type *address = builder.getPtrTy();
      Value *type = ConstantPointerNull::get(builder.getPtrTy()), *first = call.getArgOperand(0), *last = nullptr;
      if (name == "__tactus_splice_add") {
        auto word = [&](unsigned index) {
          return builder.CreateLoad(address, builder.CreateConstGEP1_64(address, call.getArgOperand(0), index));
        };
        type = word(0), first = word(1), last = word(2);
      } else {
        last = builder.CreatePtrAdd(first, call.getArgOperand(1));
      }
      Value *written = call.getArgOperand(call.arg_size() - 1);
      auto *function = FunctionType::get(builder.getVoidTy(), {address, address, address, written->getType()}, false);
      FunctionCallee declared = copy->getParent()->getOrInsertFunction(Declared, function);
      auto *callee = cast<Function>(declared.getCallee());
      callee->setOnlyAccessesInaccessibleMemory();
      callee->setDoesNotThrow();
      callee->setWillReturn();
      builder.CreateCall(declared, {type, first, last, written});
      if (auto *invoke = dyn_cast<InvokeInst>(&call))
        changeToBranch(*invoke);
      else
        instruction.eraseFromParent();
    }
  }

  static void changeToBranch(InvokeInst &invoke) {
    BranchInst::Create(invoke.getNormalDest(), invoke.getIterator());
    invoke.getUnwindDest()->removePredecessor(invoke.getParent());
    invoke.eraseFromParent();
  }

  //===--- Comparison ---===//

  void compareAll() {
    inlineCallsInLoops(*copy, analyses);
    constexpr unsigned Levels = 3; // a function's effects, of a region, of a range
    for (unsigned level = 0; level < Levels; ++level)
      inlineEffects();
    declareEffects();
    analyses.invalidate(*copy, PreservedAnalyses::none());
    prepareLoops(*copy, analyses);
    for (const Loop *loop : analyses.getResult<LoopAnalysis>(*copy).getLoopsInPreorder())
      if (unsigned number = lineOfPragma(*loop))
        compare(*loop, lines[number - 1]);
  }

  void compare(const Loop &loop, unsigned line) {
    auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(*copy);
    SmallVector<DeclaredEffect, 8> effects;
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block)
        if (!readEffect(instruction, evolution, effects))
          return;
    sayOutside(loop, effects, /*areAllWrites=*/true, line, original, analyses);
  }

  /// There is an effect that is not understood: false.
  static bool readEffect(Instruction &instruction, ScalarEvolution &evolution,
                         SmallVectorImpl<DeclaredEffect> &effects) {
    StringRef name = calleeName(instruction);
    if (name != Declared)
      return !isEffect(name) && !name.contains("6tactus6splice");
    auto &call = cast<CallBase>(instruction);
    constexpr unsigned Kind = 0, First = 1, Last = 2, Written = 3;
    auto *written = dyn_cast<ConstantInt>(call.getArgOperand(Written));
    if (!isa<ConstantPointerNull>(call.getArgOperand(Kind)) || !written)
      return false;
    effects.push_back({evolution.getSCEV(call.getArgOperand(First)), evolution.getSCEV(call.getArgOperand(Last)),
                       !written->isZero()});
    return true;
  }
};

} // namespace

PreservedAnalyses DeclaredEffectsPass::run(Module &module, ModuleAnalysisManager &modules) {
  if (!module.getFunction(Step) && !module.getFunction(Parts))
    return PreservedAnalyses::all();
  auto &analyses = modules.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  SmallVector<Function *, 8> functions;
  for (Function &function : module)
    if (any_of(instructions(function), [](Instruction &instruction) { return stepIn(instruction) != nullptr; }))
      functions.push_back(&function);
  for (Function *function : functions)
    StepsOfFunction(*function, analyses).run();
  if (Function *declared = module.getFunction(Declared))
    declared->eraseFromParent();
  return PreservedAnalyses::all();
}

} // namespace tactus
