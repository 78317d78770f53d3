//===- SourceLocations.h - locations end where nobody reads them any more ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The driver has clang track source locations without emitting debug information (driver/command.cpp), for remarks and
// for the descriptions of constructs. Behind the optimiser nobody reads them, unless the user asks for remarks of the
// code generator's. It would still follow them through each of its passes: LiveDebugValues alone takes up to a fiftieth
// of the time of a compilation.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SOURCELOCATIONS_H
#define TACTUS_COMPILER_SOURCELOCATIONS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// Drops locations that are tracked for remarks alone, if no remark comes behind this pass.
struct SourceLocationsPass : llvm::PassInfoMixin<SourceLocationsPass> {
  static llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace tactus

#endif // TACTUS_COMPILER_SOURCELOCATIONS_H
