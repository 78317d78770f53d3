//===- optimise.h - LLVM's optimiser on modules of Parallel ML ---------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_OPTIMISE_H
#define TACTUS_PML_CODEGEN_OPTIMISE_H

#include "pml/codegen/build.h"

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace tactus::pml::codegen {

/// What needs the whole program: inlining, and all that makes functions simpler. An error message, or empty.
[[nodiscard]] std::string simplifyWhole(llvm::Module &module, llvm::TargetMachine &machine,
                                        const BuildOptions &options);

/// The rest, on the whole program or on a part of it: what concerns single functions, such as vectors, then
/// allocations, pcalls and statepoints. Behind it the code generator follows. Modules of different contexts may be
/// finished by threads at the same time, each with a machine of its own. An error message, or empty.
[[nodiscard]] std::string finishPart(llvm::Module &module, llvm::TargetMachine &machine, const BuildOptions &options);

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_OPTIMISE_H
