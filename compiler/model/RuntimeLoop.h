//===- RuntimeLoop.h - static data of latent loops that libtactus runs ----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_RUNTIMELOOP_H
#define TACTUS_COMPILER_MODEL_RUNTIMELOOP_H

#include "model/ParallelLoop.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// An abi::LoopDescriptor of a loop at that place of the source. `run`, a function of libtactus, executes its
/// iterations, and nothing is known of their price.
llvm::Constant *runtimeLoop(llvm::Module &module, llvm::StringRef run, const SourceLocation &location, uint32_t flags);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_RUNTIMELOOP_H
