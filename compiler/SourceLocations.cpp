//===- SourceLocations.cpp - locations end where nobody reads them any more -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "SourceLocations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tactus {

/// The driver's pattern, which matches no pass. The user's own -Rpass= takes its place.
static constexpr StringLiteral DriversPattern = "tactus-source-locations";

/// What speaks behind the optimiser: the code generator, LLVM's last pass, and Tactus' printer.
static constexpr StringLiteral LateSpeakers[] = {
    "annotation-remarks", "asm-printer", "gisel-select", "machine-outliner",  "pipeliner",
    "prologepilog",       "regalloc",    "sdagisel",     "shrink-wrap",       "size-info",
    "stack-protector",    "tactus",      "isel",         "stack-frame-layout"};

static bool isAnyRemarkHeard(LLVMContext &context) {
  const DiagnosticHandler *handler = context.getDiagHandlerPtr();
  return context.getLLVMRemarkStreamer() || !handler || !handler->isPassedOptRemarkEnabled(DriversPattern) ||
         any_of(LateSpeakers, [&](StringRef speaker) {
           return handler->isMissedOptRemarkEnabled(speaker) || handler->isAnalysisRemarkEnabled(speaker);
         });
}

/// Does anything of them come into the object?
static bool isEmitted(const Module &module) {
  return any_of(module.debug_compile_units(),
                [](const DICompileUnit *unit) { return unit->getEmissionKind() != DICompileUnit::NoDebug; });
}

PreservedAnalyses SourceLocationsPass::run(Module &module, ModuleAnalysisManager &) {
  if (isEmitted(module) || isAnyRemarkHeard(module.getContext()) || !StripDebugInfo(module))
    return PreservedAnalyses::all();
  PreservedAnalyses preserved = PreservedAnalyses::none();
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace tactus
