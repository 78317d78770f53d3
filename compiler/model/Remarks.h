//===- Remarks.h - tell the user what became of each loop ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_REMARKS_H
#define TACTUS_COMPILER_MODEL_REMARKS_H

#include "model/ParallelLoop.h"
#include <memory>

namespace tactus {

/// Emits an optimisation remark for the loop, shown with -Rpass=tactus or -Rpass-missed=tactus, and appends a line of
/// JSON to the object's section .tactus_report and, with -tactus-report=FILE, to the file. Must be called before the
/// loop's fork is replaced.
/// `otherReasons` are all that keeps a region that is not converted from running in phases, or, if it is left to
/// libomp, on threads of ours.
void reportLoop(const ParallelLoop &loop, const Reasons &otherReasons = {});

/// A construct other than a loop, and what became of it.
struct ConstructReport {
  /// "task" or "region".
  const char *construct;
  SourceLocation location;
  /// Where the remark points to.
  const llvm::Instruction *instruction;
  /// Empty if the construct is converted; else why it is left to libomp.
  Reasons reasons;
  /// Of a converted task that is a call and nothing more: why. Else null.
  const char *serial = nullptr;
  /// Where the remark points to, if the instruction only stands for its function.
  llvm::DebugLoc place = {};
  /// What became of it, if that is not what its kind says, or, where there is a reason, that libomp has it.
  const char *lowering = nullptr;
};

/// The same for a construct of the module that is not a loop.
void reportConstruct(const ConstructReport &report, llvm::Module &module);

/// Says, with -Rpass-missed=tactus, that a loop of Cilk's is serial, and why.
void reportSerialLoop(const llvm::CallBase &call, const char *reason);

/// The same for a spawn of Cilk.
void reportSerialSpawn(const llvm::CallBase &call, const char *reason);

/// Says so of a reduction whose bits depend on workers and beats in spite of -ftactus-reproducible.
void reportDependentReduction(const llvm::CallBase &call, const char *reason);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_REMARKS_H
