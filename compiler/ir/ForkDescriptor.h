//===- ForkDescriptor.h - the static data of a fork ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_FORKDESCRIPTOR_H
#define TACTUS_COMPILER_IR_FORKDESCRIPTOR_H

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// The static data of one fork of the source, with a name that no other fork of the program has. `run` has the type
/// void(ptr environment, ptr result). The location names the fork in statistics; `flags` are those of
/// tactus_fork_flags, `discard` is null if results need no destruction.
llvm::GlobalVariable *createForkDescriptor(llvm::Module &module, llvm::Function *run, const llvm::DebugLoc &location,
                                           unsigned environmentWords, unsigned resultBytes, uint64_t flags = 0,
                                           llvm::Constant *discard = nullptr);

} // namespace tactus

#endif // TACTUS_COMPILER_IR_FORKDESCRIPTOR_H
