//===- EffectChecks.h - loads and stores tell what they touch ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     %value = load i32, ptr %p      call void @tactus_splice_access(ptr %p, i64 4, i32 0, ptr @file, i32 line)
//                                    %value = load i32, ptr %p
//
//     %new = call ptr @malloc(...)   ... and behind it
//                                    call void @tactus_splice_allocated(ptr %new, i64 0)
//
// For -ftactus-check-effects (decision 66): libtactus_splice compares what a step touches with what it declares. Runs
// before all other passes, on the program as it was written. Left alone are variables on the stack of the function
// itself, constants, and the templates of <tactus/splice.hpp>. Not seen: what functions do that were compiled without
// it.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_CHECKS_EFFECTCHECKS_H
#define TACTUS_COMPILER_CHECKS_EFFECTCHECKS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

struct EffectChecksPass : llvm::PassInfoMixin<EffectChecksPass> {
  static llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  /// Also where optimisation is off.
  static bool isRequired() { return true; }
};

} // namespace tactus

#endif // TACTUS_COMPILER_CHECKS_EFFECTCHECKS_H
