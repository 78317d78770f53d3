//===- Spawns.h - what calls say about parallelism, in every form --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The forms that a program may use, as clang and the headers leave them before the first pass of the plugin:
//
//   OpenMP   __kmpc_omp_task(…, __kmpc_omp_task_alloc(…, entry))     a spawn of `entry`
//            __kmpc_taskloop(…)                                     a parallel loop of spawns
//            __kmpc_fork_call(…, microtask, …)                      a region; __kmpc_for_*_init in it, a parallel loop
//   Cilk     __tactus_cilk_spawn() … f() … __tactus_cilk_spawned()  a spawn of f beside which its function goes on
//   C++      __tactus_fork(…, branch, …), __tactus_loop(…, iterate, …) a spawn beside the rest; a parallel loop
//   C        tactus_par_at, tactus_parallel_for_at, …               the same
//   TPAL     tactus_tpal_fork(…)                                    a spawn of a block of the same function
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SUMMARY_SPAWNS_H
#define TACTUS_COMPILER_SUMMARY_SPAWNS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace tactus {

enum class Meaning {
  /// A call of the program's own.
  Call,
  /// A call of a runtime's that is no structure.
  Nothing,
  /// `callees` are what the construct names.
  Spawn,
  SpawnBeside,
  /// C's par: both callees are spawned.
  SpawnPair,
  Taskloop,
  Region,
  /// A loop over `begin` … `end` whose iterations call the callee; the rest of the function is its mechanics.
  IterationsOfFunction,
  /// The same, and the call is all of it.
  Iterations,
  /// The loop behind it is a parallel one.
  WorkshareInit,
  Wait,
  CilkSpawnBegin,
  CilkSpawnEnd,
};

struct Construct {
  Meaning meaning = Meaning::Call;
  llvm::SmallVector<llvm::Function *, 2> callees;
  llvm::Value *begin = nullptr;
  llvm::Value *end = nullptr;
};

/// What the call means. `function` is the one it stands in.
Construct constructOf(llvm::CallBase &call, llvm::Function &function);

/// The entry of the OpenMP task that the call allocates, null if it allocates none.
llvm::Function *entryOfAllocation(llvm::CallBase &call);

/// Is the function a piece of another one that the front end or a library has made a function of?
bool isPart(const llvm::Function &function);

/// What a loop is that stands in the function: cilk_for of C++ runs strip after strip of iterations.
enum class LoopRole { Plain, Iterations, Mechanics };
LoopRole loopRole(const llvm::Function &function);

/// Is it an entry of a task that clang has made? Called directly it is the same task, undeferred.
bool isTaskEntry(const llvm::Function &function);

} // namespace tactus

#endif // TACTUS_COMPILER_SUMMARY_SPAWNS_H
