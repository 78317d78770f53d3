//===- ReturnedValues.h - results of promoted calls wait in memory ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What a promoted call has returned lies in its record until that is released. Loaded at once, it needs a register of
// its own across the join, which every call of the function would have to save:
//
//     before   x = load record                    after   call tactus_fork_join(record)
//              call tactus_fork_join(record)              x = load record
//              … x …                                      … x …
//              call tactus_fork_release(record)           call tactus_fork_release(record)
//
// Where the record is joined and released by another function, the value waits in the frame.
//
// Only the optimiser knows at its end which of these stand together.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_RETURNEDVALUES_H
#define TACTUS_COMPILER_LATE_RETURNEDVALUES_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// For code that has been optimised.
struct ReturnedValuesPass : llvm::PassInfoMixin<ReturnedValuesPass> {
  static llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_RETURNEDVALUES_H
