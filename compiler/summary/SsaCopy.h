//===- SsaCopy.h - a function as scalar evolution wants it ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Summaries are taken before the first pass, where the program still has the structure that was written, but where
// clang keeps every variable in memory. Raising relies on that, so a copy goes into registers instead of the original:
//
//   original (stays)                          copy (gone with this object)
//     %i = alloca i32                           %i = phi i32 [ 0, … ], [ %next, … ]
//     store i32 0, ptr %i …                     …
//
// The copy is in the same module, with the original's debug locations and without its variables.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SUMMARY_SSACOPY_H
#define TACTUS_COMPILER_SUMMARY_SSACOPY_H

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include <memory>

namespace tactus {

class SsaCopy {
  llvm::Function *copy;

public:
  SsaCopy(llvm::Function &original, llvm::TargetLibraryInfo &library);
  SsaCopy(const SsaCopy &) = delete;
  SsaCopy &operator=(const SsaCopy &) = delete;
  ~SsaCopy();

  llvm::Function &function() { return *copy; }

private:
  std::unique_ptr<llvm::AssumptionCache> assumptions;

public:
  std::unique_ptr<llvm::DominatorTree> dominators;
  std::unique_ptr<llvm::LoopInfo> loops;
  std::unique_ptr<llvm::ScalarEvolution> evolution;
};

} // namespace tactus

#endif // TACTUS_COMPILER_SUMMARY_SSACOPY_H
