//===- CilkSpawns.h - from Cilk's marked calls to spawns -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Between <cilk/cilk.h>, its plugin and clang, `x = cilk_spawn f(g(a));` has become
//
//   __tactus_cilk_spawn()          Begin
//   v = g(a)
//   r = f(v)                       the first branch: the last call before the end that clang did not add by itself
//   x = r
//   __tactus_cilk_spawned()        End; in C++ the destructor of tactus::detail::CilkSpawn, at the end of the statement
//   rest
//
// The whole statement belongs to the spawning thread; the rest may run elsewhere (lower/rests/RestOutlining.h).
// Choosing another call of the statement would cost parallelism and change no result.
//
// Not handled: a statement that can throw behind the call (an assignment that may throw). It stays serial.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_CILK_CILKSPAWNS_H
#define TACTUS_COMPILER_RAISE_CILK_CILKSPAWNS_H

#include "llvm/IR/Instruction.h"
#include "llvm/IR/PassManager.h"

namespace tactus {

/// On a function whose spawns are all Cilk's: they may be promoted anywhere.
inline constexpr const char *CilkAttribute = "tactus-cilk";

/// Is the instruction one of the header's markers of spawns, syncs and scopes?
bool isOfCilkSpawns(const llvm::Instruction &instruction);

/// Are there such markers in the module?
bool usesCilkSpawns(const llvm::Module &module);

/// Replaces the header's markers by marks of spawns and syncs (model/SpawnMarks.h). Returns whether anything changed.
/// Must come after the raising of OpenMP's tasks.
bool raiseCilkSpawns(llvm::Module &module, llvm::FunctionAnalysisManager &analyses);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_CILK_CILKSPAWNS_H
