//===- LoopDescriptor.h - the static data of a loop ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_LOOPS_LOOPDESCRIPTOR_H
#define TACTUS_COMPILER_LOWER_LOOPS_LOOPDESCRIPTOR_H

#include "model/ParallelLoop.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// Emits the LoopDescriptor of a loop and lists it in the section "tactus_loops".
llvm::GlobalVariable *createDescriptor(const ParallelLoop &loop, llvm::Function *run, unsigned environmentWords);

/// What an iteration costs before that has been measured.
void setInitialWeight(llvm::GlobalVariable &descriptor, const ParallelLoop &loop);

/// The address of the weight in a descriptor.
llvm::Constant *weightAddress(llvm::GlobalVariable *descriptor);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_LOOPS_LOOPDESCRIPTOR_H
