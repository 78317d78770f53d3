//===- optimise.h - LLVM's optimiser on modules of Parallel ML ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_OPTIMISE_H
#define TACTUS_PML_CODEGEN_OPTIMISE_H

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace tactus::pml::codegen {

/// What needs the whole program: inlining, and all that makes functions simpler. `level` is 0 to 3, as in -O.
void simplifyWhole(llvm::Module &module, llvm::TargetMachine &machine, unsigned level);

/// The rest, on the whole program or on a part of it: what concerns single functions, such as vectors, then
/// allocations, pcalls and statepoints. Behind it the code generator follows. Modules of different contexts may be
/// finished by threads at the same time, each with a machine of its own.
void finishPart(llvm::Module &module, llvm::TargetMachine &machine, unsigned level);

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_OPTIMISE_H
