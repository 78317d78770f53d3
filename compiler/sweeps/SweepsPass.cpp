//===- SweepsPass.cpp - loops that #pragma splice without clauses stands before --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "sweeps/SweepsPass.h"
#include "sweeps/CallersLoops.h"
#include "sweeps/InlinedCalls.h"
#include "sweeps/MarkedLoops.h"
#include "sweeps/OutsideEffects.h"
#include "sweeps/ParallelPasses.h"
#include "sweeps/SweepCode.h"

#include "llvm/Analysis/GlobalsModRef.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

namespace {

/// A loop around sweeps.
class Region {
public:
  Region(Function &function, FunctionAnalysisManager &analyses, MutableArrayRef<ParallelPass> passes, SweepCalls &calls,
         bool isInlined)
      : function(function), isInlined(isInlined), passes(passes),
        dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
        loops(analyses.getResult<LoopAnalysis>(function)),
        evolution(analyses.getResult<ScalarEvolutionAnalysis>(function)),
        library(analyses.getResult<TargetLibraryAnalysis>(function)), calls(calls) {}

  /// Changes the first loop with a pragma, after which no analysis holds. There is none that can be changed: false.
  bool run() {
    for (Loop *marked : loops.getLoopsInPreorder()) {
      unsigned line = lineOfPragma(*marked);
      if (line == 0)
        continue;
      forgetPragma(*marked);
      if (!choose(*marked))
        continue;
      for (Loop *inner : around->getLoopsInPreorder())
        forgetPragma(*inner);
      emit(line);
      return true;
    }
    return false;
  }

private:
  Function &function;
  bool isInlined;
  MutableArrayRef<ParallelPass> passes;
  const DominatorTree &dominators;
  LoopInfo &loops;
  ScalarEvolution &evolution;
  TargetLibraryInfo &library;
  SweepCalls &calls;

  Loop *around = nullptr;
  struct Member {
    Sweep sweep;
    SweepValues values;
    ParallelPass *parallel;
  };
  SmallVector<Member, 4> members;
  SmallVector<Loop *, 4> others;

  DiagnosticLocation placeOf(const Loop &loop) const { return {loop.getStartLoc()}; }

  template <class Remark> void say(const Loop &loop, DiagnosticLocation place, const char *name, const Twine &what) {
    Remark remark("tactus", name, place, loop.getHeader());
    remark << what.str();
    function.getContext().diagnose(remark);
  }

  static std::string lineOf(const Instruction *where) {
    return where && where->getDebugLoc() ? " (line " + std::to_string(where->getDebugLoc().getLine()) + ")" : "";
  }

  bool missed(const Loop &loop, const Twine &why) {
    say<OptimizationRemarkMissed>(loop, placeOf(loop), "NotSpliced", why);
    return false;
  }

  //===--- What is what ---===//

  /// The pragma stands before a sweep, and the loop around it is meant, or before that loop.
  bool choose(Loop &marked) {
    members.clear();
    others.clear();
    Sweep itself = analyseSweep(marked, evolution, library);
    around = itself && marked.getParentLoop() ? marked.getParentLoop() : &marked;
    for (Loop *inner : *around)
      gather(*inner);
    if (members.empty()) {
      if (itself && isInlined)
        return false;
      if (around->isInnermost())
        return missed(marked, itself             ? "not spliced: there is no loop around this one"
                              : isSingle(marked) ? "not spliced: there is no loop in this statement"
                                                 : "not spliced: " + itself.whyNot + lineOf(itself.where));
      return missed(marked, "not spliced: no loop in it has known effects");
    }
    if (!around->isLoopSimplifyForm() || any_of(others, [](const Loop *other) { return !other->getLoopPreheader(); }))
      return missed(*around, "not spliced: it is entered or left in a way that is not understood");
    return keepExpandable(marked);
  }

  /// The parallel loop whose copy the block belongs to.
  ParallelPass *passAt(const BasicBlock *block) {
    auto *found =
        find_if(passes, [&](const ParallelPass &pass) { return pass.copy && dominators.dominates(pass.copy, block); });
    return found == passes.end() ? nullptr : found;
  }

  /// Finds the sweeps in a loop, or that it is one.
  void gather(Loop &loop) {
    ParallelPass *parallel = passAt(loop.getHeader());
    Sweep sweep = analyseSweep(loop, evolution, library);
    if (sweep && parallel && !isAlone(loop, *parallel, dominators))
      sweep.whyNot = "there is other code in the parallel region";
    if (sweep) {
      members.push_back({std::move(sweep), SweepValues(), parallel});
      return;
    }
    size_t before = members.size();
    if (!parallel)
      for (Loop *inner : loop)
        gather(*inner);
    if (members.size() > before)
      return;
    missed(loop,
           "passes before this loop and behind it are not spliced together: " + sweep.whyNot + lineOf(sweep.where));
    erase_if(others, [&](Loop *inner) { return loop.contains(inner); });
    others.push_back(&loop);
  }

  bool keepExpandable(const Loop &marked) {
    for (Member &member : members)
      if (!expandValues(member.sweep, evolution, member.values)) {
        missed(*member.sweep.loop, "passes before this loop and behind it are not spliced together: the places that it "
                                   "touches are not known before it begins");
        others.push_back(member.sweep.loop);
      }
    erase_if(members, [&](const Member &member) { return is_contained(others, member.sweep.loop); });
    return !members.empty() || missed(marked, "not spliced: no loop in it has known effects");
  }

  //===--- Code between sweeps ---===//

  bool isBetween(const BasicBlock &block) {
    auto contains = [&](const Loop *loop) { return loop->contains(&block); };
    ParallelPass *parallel = passAt(&block);
    return none_of(others, contains) && (!parallel || parallel->isChosen) &&
           none_of(members, [&](const Member &member) { return contains(member.sweep.loop); });
  }

  /// Its copy is a sweep, or has been named.
  bool isCopied(const Instruction &fork) const {
    return any_of(passes, [&](const ParallelPass &pass) { return pass.parallel == fork.getParent(); });
  }

  /// It is known what the instruction touches.
  bool touchRanges(Instruction &instruction, Value *region) {
    const DataLayout &layout = instruction.getModule()->getDataLayout();
    auto touch = [&](Value *pointer, Value *size, bool isWritten) {
      auto *object = dyn_cast<GlobalVariable>(getUnderlyingObject(pointer));
      if (isWritten || !object || !object->isConstant())
        calls.touch(region, pointer, size, isWritten, instruction);
      return true;
    };
    auto sizeOf = [&](Type *type) {
      return ConstantInt::get(Type::getInt64Ty(type->getContext()), layout.getTypeStoreSize(type).getFixedValue());
    };
    auto isPlain = [](const auto &access, Type *type) {
      return access.isSimple() && access.getPointerAddressSpace() == 0 && !type->isScalableTy();
    };
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && isPlain(*load, load->getType()))
      return touch(load->getPointerOperand(), sizeOf(load->getType()), false);
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && isPlain(*store, store->getValueOperand()->getType()))
      return touch(store->getPointerOperand(), sizeOf(store->getValueOperand()->getType()), true);
    auto *fill = dyn_cast<MemIntrinsic>(&instruction);
    if (!fill || fill->isVolatile())
      return false;
    if (auto *copy = dyn_cast<MemTransferInst>(fill))
      touch(copy->getRawSource(), copy->getLength(), false);
    return touch(fill->getRawDest(), fill->getLength(), true);
  }

  void visitBetween(Instruction &instruction, Value *region) {
    if (touchRanges(instruction, region))
      return;
    if (touchesNothing(instruction, library) || isUndecided(instruction))
      return;
    calls.end(region, instruction);
    if (instruction.isLifetimeStartOrEnd() || isCopied(instruction))
      return;
    say<OptimizationRemarkMissed>(*around, {instruction.getDebugLoc()}, "NotSpliced",
                                  "passes before this code and behind it are not spliced together: " +
                                      whyUnknown(instruction));
  }

  static std::string whyUnknown(const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    if (callee && callee->getName() == "__kmpc_fork_call")
      return "the parallel region is more than one loop whose schedule is static";
    return "it is not known what " + (callee ? "'" + demangle(callee->getName()) + "'" : "this") + " touches";
  }

  void emitBetween(Value *region) {
    SmallVector<Instruction *, 32> between;
    for (BasicBlock *block : around->blocks())
      if (isBetween(*block))
        for (Instruction &instruction : *block)
          between.push_back(&instruction);
    for (Instruction *instruction : between)
      visitBetween(*instruction, region);
    for (const Loop *other : others)
      calls.end(region, *other->getLoopPreheader()->getTerminator());
    SmallVector<BasicBlock *, 4> exits;
    around->getUniqueExitBlocks(exits);
    for (BasicBlock *exit : exits)
      if (!exit->isEHPad())
        calls.endIfAny(region, *exit->getFirstInsertionPt());
  }

  void emit(unsigned line) {
    Value *region = calls.makeRegion(function);
    for (Member &member : members)
      if (member.parallel)
        member.parallel->isChosen = true;
    DebugLoc place = around->getStartLoc();
    say<OptimizationRemark>(*around, placeOf(*around), "Spliced",
                            "spliced: " + Twine(members.size()) + (members.size() == 1 ? " pass" : " passes") +
                                " over arrays, whose effects are derived");
    emitBetween(region);
    StringRef file = place ? place->getFilename() : StringRef(function.getParent()->getSourceFileName());
    calls.begin(region, file, line, *around->getLoopPreheader()->getTerminator());
    for (const Member &member : members)
      emitSweep(member.sweep, member.values, region, member.parallel ? member.parallel->parallel : nullptr, calls);
  }
};

} // namespace

/// By the lines of their pragmas.
static MapVector<unsigned, DebugLoc> markedLoops(Function &function, FunctionAnalysisManager &analyses) {
  MapVector<unsigned, DebugLoc> marked;
  for (const Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (unsigned line = lineOfPragma(*loop))
      marked.insert({line, loop->getStartLoc()});
  return marked;
}

/// Those that have been found to run once or never are none any more.
static void nameVanished(const MapVector<unsigned, DebugLoc> &marked, Function &function,
                         FunctionAnalysisManager &analyses) {
  auto left = markedLoops(function, analyses);
  for (const auto &[line, place] : marked) {
    if (left.contains(line))
      continue;
    OptimizationRemarkMissed remark("tactus", "NotSpliced", place, &function.getEntryBlock());
    remark << "not spliced: this loop does not repeat";
    function.getContext().diagnose(remark);
  }
}

/// Clauses before loops are compared with what the loops do.
static void compareClauses(Function &function, FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    SmallVector<DeclaredEffect, 4> effects;
    for (BasicBlock *block : loop->blocks())
      for (Instruction &instruction : *block) {
        if (loops.getLoopFor(block) != loop || !isDeclaredEffect(instruction))
          continue;
        auto &call = cast<CallBase>(instruction);
        auto *written = dyn_cast<ConstantInt>(call.getArgOperand(2));
        effects.push_back({evolution.getSCEV(call.getArgOperand(0)), evolution.getSCEV(call.getArgOperand(1)),
                           !written || !written->isZero()});
      }
    DebugLoc place = loop->getStartLoc();
    sayOutside(*loop, effects, /*areAllWrites=*/false, place ? place.getLine() : 0, function, analyses);
  }
}

/// Variables of the file whose address nobody takes are changed by nobody's pointers. A loop that writes characters
/// would else change its own bounds. To be asked anew for each function, since spliced code takes addresses.
static void findUnsharedGlobals(Module &module, ModuleAnalysisManager &modules) {
  PreservedAnalyses preserved = PreservedAnalyses::all();
  preserved.abandon<GlobalsAA>();
  modules.invalidate(module, preserved);
  modules.getResult<GlobalsAA>(module);
}

/// \param isInlined   its passes are spliced in loops of its callers
static bool spliceLoops(Function &function, ModuleAnalysisManager &modules, FunctionAnalysisManager &analyses,
                        bool isInlined) {
  if (!markLoops(function, analyses))
    return false;
  findUnsharedGlobals(*function.getParent(), modules);
  copyCalledLoops(function, analyses);
  auto marked = markedLoops(function, analyses);
  prepareLoops(function, analyses);
  nameVanished(marked, function, analyses);
  compareClauses(function, analyses);
  SweepCalls calls(*function.getParent());
  SmallVector<ParallelPass, 4> passes = parallelPasses(function);
  while (Region(function, analyses, passes, calls, isInlined).run())
    analyses.invalidate(function, PreservedAnalyses::none());
  decideParallelPasses(function, passes);
  forgetOnce(function);
  analyses.invalidate(function, PreservedAnalyses::none());
  return true;
}

/// Marks are annotations, which few modules have.
static bool mayHaveMarks(const Module &module) {
  return any_of(module, [](const Function &function) { return function.getIntrinsicID() == Intrinsic::annotation; });
}

PreservedAnalyses SweepsPass::run(Module &module, ModuleAnalysisManager &modules) {
  if (!mayHaveMarks(module))
    return PreservedAnalyses::all();
  auto &analyses = modules.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  SmallPtrSet<Function *, 4> inlined = inlineIntoCallersLoops(module, analyses);
  SmallVector<Function *, 16> functions;
  for (Function &function : module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  bool changed = !inlined.empty();
  for (Function *function : functions)
    changed |= spliceLoops(*function, modules, analyses, inlined.contains(function));
  changed |= forgetDeclaredEffects(module);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus
