//===- PhaseCallRecords.h - what files tell each other of their functions --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A file has a record for each function that other files may call and a thread of a region in phases may
// (analysis/PhaseCalls.h). It lists the records of the functions that are called in turn:
//
//   tactus.calls.timer_start = { flags, 1, { &tactus.calls.read_clock } }      hidden
//
// Whoever needs such a record names it as a weak symbol, so the linker puts the program's records together, in objects,
// archives and bitcode. The symbol is 0 where nobody has defined it: the function is not fit, or comes from another
// compiler, or from a shared library. A region has a record of its own, which libtactus follows
// (runtime/teams/phase_calls.h).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_REGIONS_PHASECALLRECORDS_H
#define TACTUS_COMPILER_LOWER_REGIONS_PHASECALLRECORDS_H

#include "analysis/PhaseCalls.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// The record of a region; null if it calls no function of another file.
llvm::Constant *createPhaseCalls(llvm::Module &module, llvm::ArrayRef<llvm::Function *> others, bool needsQuiet);

/// Defines the records of the module's functions. False if it has none that other files call.
bool tellPhaseCalls(llvm::Module &module, llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_REGIONS_PHASECALLRECORDS_H
