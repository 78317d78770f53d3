//===- Verification.h - is the converted module well-formed? -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// For -tactus-verify.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_VERIFICATION_H
#define TACTUS_COMPILER_VERIFICATION_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// Has -tactus-verify been given?
bool verifiesOutput();

/// Notes in the module what is malformed as clang writes it (an atomic comparison of a `long double`, for one), so that
/// nobody takes it for ours.
void noteComplaintsBefore(llvm::Module &module);

/// An error if the module is malformed, or a function of ours has no debug information where others have.
void verifyConverted(const llvm::Module &module, llvm::StringRef after);

/// Runs last in the pipeline: what runs behind the optimiser finds code of any form.
struct VerifyLatePass : llvm::PassInfoMixin<VerifyLatePass> {
  static llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace tactus

#endif // TACTUS_COMPILER_VERIFICATION_H
