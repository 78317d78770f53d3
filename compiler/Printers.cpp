//===- Printers.cpp - what the analyses say, as text ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "Printers.h"
#include "LoopStages.h"
#include "analysis/Captures.h"
#include "analysis/PhaseRules.h"
#include "analysis/PromotionReach.h"
#include "analysis/QueryReach.h"
#include "analysis/SmallFunctions.h"
#include "analysis/StrandRules.h"
#include "analysis/ThreadIdentity.h"
#include "model/RegionMarks.h"
#include "raise/openmp/DependentLoops.h"
#include "raise/openmp/Recognition.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tactus {

namespace {

/// The loops as the conversion would find them, and what may be reached if it did.
struct Found {
  std::vector<std::unique_ptr<ParallelLoop>> loops;
  FunctionAnalysisManager &functions;

  Found(Module &module, ModuleAnalysisManager &analyses)
      : loops(recogniseParallelLoops(module)),
        functions(analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager()) {
    DependenceReasons reasons;
    refuseDependentLoops(loops, reasons, functions);
  }
  TargetLibraryInfo &libraryInfo(Function &function) { return functions.getResult<TargetLibraryAnalysis>(function); }
};

} // namespace

static const char *nameOf(CaptureKind kind) {
  switch (kind) {
  case CaptureKind::AsIs:
    return "as it is";
  case CaptureKind::ByValue:
    return "by value";
  case CaptureKind::ReductionOriginal:
    return "a reduction's original";
  }
  llvm_unreachable("a kind of capture that is not listed");
}

static void printBlockers(const Blockers &blockers, StringRef way) {
  for (const Blocker &blocker : blockers)
    errs() << "  no " << way << ": " << reasonText(blocker.reason) << "\n";
}

PreservedAnalyses LoopsPrinterPass::run(Module &module, ModuleAnalysisManager &analyses) {
  Found found(module, analyses);
  PromotionReach reach(module, found.loops,
                       [&](Function &function) -> TargetLibraryInfo & { return found.libraryInfo(function); });
  for (auto [loop, captures] : zip(found.loops, classifyCaptures(found.loops))) {
    errs() << loop->location.file << ":" << loop->location.line << ": loop in " << loop->location.function << ": "
           << (loop->isConverted() ? isLeaf(*loop, reach) ? "converted, a leaf" : "converted"
                                   : "left: " + loop->reasons.text())
           << "\n";
    if (!loop->isConverted()) {
      if (runsAsStrands(*loop->fork))
        errs() << (runsInPhases(*loop->fork) ? "  runs in phases\n" : "  runs as strands\n");
      printBlockers(blockersOfStrands(*loop->fork), "strands");
      printBlockers(blockersOfPhases(*loop->microtask, found.functions), "phases");
    } else {
      for (auto [position, capture] : enumerate(captures))
        errs() << "  capture " << position << ": " << nameOf(capture.kind) << "\n";
    }
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses FunctionsPrinterPass::run(Module &module, ModuleAnalysisManager &analyses) {
  Found found(module, analyses);
  auto libraryInfo = [&](Function &function) -> TargetLibraryInfo & { return found.libraryInfo(function); };
  PromotionReach reach(module, found.loops, libraryInfo);
  QueryReach queries(module, libraryInfo);
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    errs() << function.getName() << ": " << (reach.mayReach(function) ? "may be promoted in" : "is never promoted in")
           << (reach.forks(function) ? ", forks" : "") << (queries.mayAsk(function) ? ", may ask where it is" : "")
           << (onlyReads(function) ? ", only reads" : "");
    if (auto reason = threadDependence(function))
      errs() << ", depends on its thread: " << reasonText(*reason);
    errs() << "\n";
  }
  return PreservedAnalyses::all();
}

} // namespace tactus
