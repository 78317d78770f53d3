//===- TargetProcessor.h - the processor that a module is compiled for ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_TARGETPROCESSOR_H
#define TACTUS_COMPILER_IR_TARGETPROCESSOR_H

#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

namespace tactus {

/// AArch64; all else is x86-64. LLVM's own tests name no target.
inline bool isArm(const llvm::Module &module) { return llvm::Triple(module.getTargetTriple()).isAArch64(); }

} // namespace tactus

#endif // TACTUS_COMPILER_IR_TARGETPROCESSOR_H
