//===- EffectReads.h - effects ask for the memory that they are computed from --===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     __tactus_splice_say()                               if (__tactus_splice_may_change(&level->u, 8)) goto said;
//     add(range(level->u + first, level->u + last))       add(range(level->u + first, level->u + last))
//     __tactus_splice_said()                              said:
//
// The plugin for clang puts the two marks around the effects of #pragma splice (compiler/splice/). What they read in
// between, through whatever pointers, references and functions, the library compares with what spliced calls write
// (decision 216). Functions are inlined there; one whose code is not known may read anything, which a remark says.
// Variables on the stack of the function itself are its own.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_CHECKS_EFFECTREADS_H
#define TACTUS_COMPILER_CHECKS_EFFECTREADS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

/// Reads that effects ask for themselves: no other check is interested.
inline constexpr const char *EffectRead = "tactus.effect.read";

struct EffectReadsPass : llvm::PassInfoMixin<EffectReadsPass> {
  static llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  /// Also where optimisation is off.
  static bool isRequired() { return true; }
};

} // namespace tactus

#endif // TACTUS_COMPILER_CHECKS_EFFECTREADS_H
