//===- BeatVersions.h - the two versions of functions that are interrupted -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// At the optimiser's end, each function with beat points (ir/BeatPoint.h) gets a copy, its destination version:
//
//     before   define @f                after   define @f        .Ltactus_source0:       points are nops
//                                               define @f.beat   .Ltactus_destination0:  points are jumps
//                                               tactus_versions: (.Ltactus_source0, .Ltactus_destination0)
//
// Both are whole functions, so unwind tables, exception tables, debug lines and stack maps hold in both by themselves.
// Nothing calls the copy: threads get there by a signal only. That the two are laid out alike is to be expected, and
// never trusted: the runtime compares them byte by byte before it moves anybody (runtime/maps/versions.h).
//
// With link-time optimisation its end is in the linker, where the plugin is loaded without options: what is compiled
// for interrupts is marked by an attribute.
//
// Functions whose blocks have addresses of their own cannot have a copy. Their points are polls, and a remark says so.
//
// All functions, with points or without, are marked as interruptible in their unwind tables: what is latent further out
// on the stack may be promoted while they run (docs/decisions/0083). Left out are functions without tables for every
// instruction, those with assembly that may move the stack pointer, and files that define malloc() or the like.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LATE_VERSIONS_BEATVERSIONS_H
#define TACTUS_COMPILER_LATE_VERSIONS_BEATVERSIONS_H

#include "llvm/IR/PassManager.h"

namespace tactus {

struct BeatVersionsPass : llvm::PassInfoMixin<BeatVersionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace tactus

#endif // TACTUS_COMPILER_LATE_VERSIONS_BEATVERSIONS_H
