//===- LockFunctions.h - critical sections and locks without libomp ------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// libomp's functions for critical sections take the calling thread's number, and asking for that starts libomp: a
// millisecond, for a program whose regions are all converted. So each call asks libtactus first, whose locks are of a
// kind that libomp knows as well (runtime/openmp/locks.cpp):
//
//   __kmpc_critical(ident, number, lock)   ►   tactus.__kmpc_critical(ident, lock)
//
//                                              if (tactus_lock_enter(lock) == OtherLock)
//                                                __kmpc_critical(ident, __kmpc_global_thread_num(ident), lock)
//
// The functions that ask are not inlined: LLVM would hoist what they ask for.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_LOCKFUNCTIONS_H
#define TACTUS_COMPILER_IR_LOCKFUNCTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// Whether it is one of abi/lock_functions.def that libtactus has as well.
bool isLockFunction(llvm::StringRef name);

/// Replaces all calls. To be called when nobody looks for libomp's names any more. Returns whether there were any.
bool redirectLockFunctions(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_IR_LOCKFUNCTIONS_H
