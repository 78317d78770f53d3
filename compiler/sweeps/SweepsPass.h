//===- SweepsPass.h - loops that #pragma splice without clauses stands before ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     #pragma splice                  begin(&region)
//     for (t...)                      for (t...)
//       for (i...) b = f(a)             a sweep, now or later (SweepCode.h)
//       a[0] = ...                      touch(&region, &a[0]); a[0] = ...
//       print()                         end(&region); print()
//       for (i...) a = g(b)             a sweep, now or later
//                                     end(&region)
//
// Decision 196. What is no sweep runs when all sweeps before it have run.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SWEEPS_SWEEPSPASS_H
#define TACTUS_COMPILER_SWEEPS_SWEEPSPASS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

struct SweepsPass : llvm::PassInfoMixin<SweepsPass> {
  static llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &modules);
  /// Also where optimisation is off: to say so.
  static bool isRequired() { return true; }
};

} // namespace tactus

#endif // TACTUS_COMPILER_SWEEPS_SWEEPSPASS_H
