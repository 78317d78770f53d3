//===- CilkLoops.h - what is special about cilk_for ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// In C, a cilk_for is a `parallel for` that the program has not asked for: it is not linked to libomp. So a loop that
// cannot be converted becomes the serial loop that it would be for any other compiler:
//
//   before  __kmpc_fork_call(@microtask, captures...)    after  microtask(&0, &0, captures...)
//           microtask: __kmpc_for_static_init(&last,            microtask: last = 1
//                          &lb, &ub, &stride, ...)                         (the bounds stay: all iterations)
//                      __kmpc_for_static_fini()
//
// Clang writes the unchunked static schedule for a loop without clauses, and there is no other in such a module.
//
// What an iteration spawns ends with it. The iteration becomes a function, which waits at its end, so that the loop
// keeps its shape and rests end with the iteration.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_CILK_CILKLOOPS_H
#define TACTUS_COMPILER_RAISE_CILK_CILKLOOPS_H

#include "model/ParallelLoop.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// The function that <cilk/cilk.h> has called before a loop whose module has no OpenMP of its own.
inline constexpr const char *CilkLoopMarker = "__tactus_cilk_for";

/// Makes functions of the iterations that spawn, in loops that will be converted. To be called before Cilk's marks are
/// raised. Returns whether anything changed.
bool outlineSpawningIterations(llvm::Module &module);

/// Are the module's OpenMP loops all Cilk's? To be asked before Cilk's marks are raised.
bool hasCilkLoops(const llvm::Module &module);

/// Makes the loop, which has been refused, a serial one. What was found out about loops around it is void.
void makeSerial(ParallelLoop &loop);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_CILK_CILKLOOPS_H
