//===- late.h - what has to wait until the optimiser has run ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_LATE_H
#define TACTUS_PML_CODEGEN_LATE_H

#include "llvm/IR/Module.h"

namespace tactus::pml::codegen {

/// Until then LLVM sees of an allocation that it is memory of its own, which nobody needs if nobody reads it.
void declareAllocation(llvm::Module &module);

/// Tail calls become such, pcalls get their targets, and allocations become code:
///
///     object = thread.top; thread.top += bytes; if that is beyond thread.limit, ask the runtime.
void expandLate(llvm::Module &module);

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_LATE_H
