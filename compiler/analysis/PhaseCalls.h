//===- PhaseCalls.h - functions that a thread of a region in phases may call -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The threads of a region in phases are executed one after the other (PhaseRules.h). A function that they call must
// keep those rules as well: no barrier or other construct of its caller's region, nothing of the system's thread, no
// lock that is left to the caller, no wait for another thread.
//
// What a function calls in other files is not known here. So this analysis answers with a condition: the function is
// fit if those functions are. The linker puts the conditions of all files together (lower/regions/PhaseCallRecords.h),
// and libtactus decides when the region is entered for the first time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_PHASECALLS_H
#define TACTUS_COMPILER_ANALYSIS_PHASECALLS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

struct PhaseCalls {
  /// The functions of other files, by name.
  llvm::SmallSetVector<llvm::Function *, 4> others;
  /// Whoever looks at memory behind a call of the function may see what another thread has just written.
  bool synchronises = false;
  /// A loop around such a call might wait, if what is called synchronises.
  bool needsQuietCallees = false;
};

class PhaseCallAnalysis {
public:
  explicit PhaseCallAnalysis(llvm::FunctionAnalysisManager &analyses) : analyses(analyses) {}

  /// What the function, with all that it calls in the module, needs of others. Nothing if it is not fit.
  std::optional<PhaseCalls> of(llvm::Function &function);

private:
  /// Of one function's own code.
  struct Facts {
    bool isFit = true, synchronises = false, hasLoop = false;
    llvm::SmallSetVector<llvm::Function *, 4> callees, others;
  };

  llvm::FunctionAnalysisManager &analyses;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<Facts>> known;

  const Facts &factsOf(llvm::Function &function);
  void look(llvm::Instruction &instruction, Facts &facts);
};

/// The program's function of another file that is called by its name; null if it is called otherwise, or libtactus'.
llvm::Function *calledByName(const llvm::Instruction &call);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_PHASECALLS_H
