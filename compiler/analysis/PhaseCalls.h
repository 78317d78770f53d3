//===- PhaseCalls.h - functions that a thread of a region in phases may call -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The threads of a region in phases are executed one after the other (PhaseRules.h). A function that they call must
// keep those rules as well: no barrier or other construct of its caller's region, nothing of the system's thread, no
// lock that is left to the caller, no wait for another thread.
//
// What a function calls, in its file or in others, is not looked at. So the answer is a condition: the function is fit
// if those functions are. The linker puts the conditions of all files together (lower/regions/PhaseCallRecords.h), and
// libtactus decides when the region is entered for the first time.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_ANALYSIS_PHASECALLS_H
#define TACTUS_COMPILER_ANALYSIS_PHASECALLS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

struct PhaseCalls {
  /// Functions that are called by name: of other files, and, of a function, of its own.
  llvm::SmallSetVector<llvm::Function *, 4> callees;
  /// Memory may show what another thread has just written, behind an operation of the function itself.
  bool synchronises = false;
  /// A loop might wait, if what it calls synchronises.
  bool needsQuietCallees = false;
};

/// What the function does itself, and what it needs of others. Nothing if it is not fit.
std::optional<PhaseCalls> phaseCallsOf(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

/// The program's function of another file that is called by its name; null if it is called otherwise, or libtactus'.
llvm::Function *calledByName(const llvm::Instruction &call);

} // namespace tactus

#endif // TACTUS_COMPILER_ANALYSIS_PHASECALLS_H
