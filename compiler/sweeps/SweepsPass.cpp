//===- SweepsPass.cpp - loops that #pragma splice without clauses stands before --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "sweeps/SweepsPass.h"
#include "sweeps/MarkedLoops.h"
#include "sweeps/SweepCode.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace tactus {

namespace {

/// A loop around sweeps.
class Region {
public:
  Region(Function &function, FunctionAnalysisManager &analyses, SweepCalls &calls)
      : function(function), loops(analyses.getResult<LoopAnalysis>(function)),
        evolution(analyses.getResult<ScalarEvolutionAnalysis>(function)),
        library(analyses.getResult<TargetLibraryAnalysis>(function)), calls(calls) {}

  /// Changes the first loop with a pragma, after which no analysis holds. There is none that can be changed: false.
  bool run() {
    for (Loop *marked : loops.getLoopsInPreorder())
      if (unsigned line = lineOfPragma(*marked); line && choose(*marked, line)) {
        emit(line);
        return true;
      }
    return false;
  }

private:
  Function &function;
  LoopInfo &loops;
  ScalarEvolution &evolution;
  TargetLibraryInfo &library;
  SweepCalls &calls;

  Loop *around = nullptr;
  SmallVector<std::pair<Sweep, SweepValues>, 4> sweeps;
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
  bool choose(Loop &marked, unsigned) {
    Sweep itself = analyseSweep(marked, evolution, library);
    around = itself && marked.getParentLoop() ? marked.getParentLoop() : &marked;
    for (Loop *inner : *around)
      gather(*inner);
    if (sweeps.empty()) {
      if (around->isInnermost())
        return missed(marked, itself             ? "not spliced: there is no loop around this one"
                              : isSingle(marked) ? "not spliced: there is no loop in this statement"
                                                 : "not spliced: " + itself.whyNot + lineOf(itself.where));
      return missed(marked, "not spliced: no loop in it has known effects");
    }
    if (!around->isLoopSimplifyForm())
      return missed(*around, "not spliced: it is entered or left in a way that is not understood");
    return keepExpandable(marked);
  }

  /// A statement that is no loop.
  static bool isSingle(const Loop &loop) {
    return any_of(loop.blocks(), [](const BasicBlock *block) { return any_of(*block, isOnce); });
  }

  /// Returns whether there are sweeps in the loop, or it is one.
  bool gather(Loop &loop) {
    Sweep sweep = analyseSweep(loop, evolution, library);
    if (sweep) {
      sweeps.push_back({std::move(sweep), SweepValues()});
      return true;
    }
    size_t before = sweeps.size();
    for (Loop *inner : loop)
      gather(*inner);
    if (sweeps.size() > before)
      return true;
    missed(loop,
           "passes before this loop and behind it are not spliced together: " + sweep.whyNot + lineOf(sweep.where));
    erase_if(others, [&](Loop *inner) { return loop.contains(inner); });
    others.push_back(&loop);
    return false;
  }

  bool keepExpandable(const Loop &marked) {
    for (auto &[sweep, values] : sweeps)
      if (!expandValues(sweep, evolution, values)) {
        missed(*sweep.loop,
               "passes before this loop and behind it are not spliced together: the places that it touches "
               "are not known before it begins");
        others.push_back(sweep.loop);
      }
    erase_if(sweeps, [&](const auto &some) { return is_contained(others, some.first.loop); });
    return !sweeps.empty() || missed(marked, "not spliced: no loop in it has known effects");
  }

  //===--- Code between sweeps ---===//

  bool isBetween(const BasicBlock &block) const {
    auto contains = [&](const Loop *loop) { return loop->contains(&block); };
    return none_of(others, contains) && none_of(sweeps, [&](const auto &some) { return contains(some.first.loop); });
  }

  void visitBetween(Instruction &instruction, Value *region) {
    const DataLayout &layout = instruction.getModule()->getDataLayout();
    auto touch = [&](Value *pointer, TypeSize size, bool isWritten) {
      auto *object = dyn_cast<GlobalVariable>(getUnderlyingObject(pointer));
      if (isWritten || !object || !object->isConstant())
        calls.touch(region, pointer, size.getKnownMinValue(), isWritten, instruction);
    };
    auto isPlain = [](const auto &access) { return access.isSimple() && access.getPointerAddressSpace() == 0; };
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && isPlain(*load) && !load->getType()->isScalableTy())
      return touch(load->getPointerOperand(), layout.getTypeStoreSize(load->getType()), false);
    if (auto *store = dyn_cast<StoreInst>(&instruction);
        store && isPlain(*store) && !store->getValueOperand()->getType()->isScalableTy())
      return touch(store->getPointerOperand(), layout.getTypeStoreSize(store->getValueOperand()->getType()), true);
    if (touchesNothing(instruction, library) || isOnce(instruction))
      return;
    calls.end(region, instruction);
    if (instruction.isLifetimeStartOrEnd())
      return;
    auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    std::string what = callee ? "'" + callee->getName().str() + "'" : "this";
    say<OptimizationRemarkMissed>(
        *around, {instruction.getDebugLoc()}, "NotSpliced",
        "passes before this code and behind it are not spliced together: it is not known what " + what + " touches");
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
        calls.end(region, *exit->getFirstInsertionPt());
  }

  void emit(unsigned line) {
    Value *region = calls.makeRegion(function);
    DebugLoc place = around->getStartLoc();
    say<OptimizationRemark>(*around, placeOf(*around), "Spliced",
                            "spliced: " + Twine(sweeps.size()) + (sweeps.size() == 1 ? " pass" : " passes") +
                                " over arrays, whose effects are derived");
    emitBetween(region);
    StringRef file = place ? place->getFilename() : StringRef(function.getParent()->getSourceFileName());
    calls.begin(region, file, line, *around->getLoopPreheader()->getTerminator());
    for (auto &[sweep, values] : sweeps)
      emitSweep(sweep, values, region, calls);
  }
};

} // namespace

static bool spliceLoops(Function &function, FunctionAnalysisManager &analyses) {
  if (!markLoops(function, analyses))
    return false;
  analyses.invalidate(function, PreservedAnalyses::none());
  prepareLoops(function, analyses);
  SweepCalls calls(*function.getParent());
  if (Region(function, analyses, calls).run())
    analyses.invalidate(function, PreservedAnalyses::none());
  forgetOnce(function);
  return true;
}

PreservedAnalyses SweepsPass::run(Module &module, ModuleAnalysisManager &modules) {
  auto &analyses = modules.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  SmallVector<Function *, 16> functions;
  for (Function &function : module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  bool changed = false;
  for (Function *function : functions)
    changed |= spliceLoops(*function, analyses);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace tactus
