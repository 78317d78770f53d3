//===- BuilderLoops.h - OpenMPIRBuilder's worksharing loops in clang's form -----===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// flang leaves OpenMP to LLVM's OpenMPIRBuilder, which writes the same calls as clang around other code. What it says
// is put as clang puts it, so that one recogniser serves both:
//
//   before  lb = 0; ub = count - 1; __kmpc_for_static_init_4u(&last, &lb, &ub, ...)
//           n = ub - lb + 1                        for (k = 0; k <u n; ++k) { i = (k + lb) * step + start; ... }
//
//   after   lb = 0; ub = zext(count) - 1; __kmpc_for_static_init_8(&last, &lb, &ub, ...)
//           iv = lb                                for (; iv <= ub; ++iv) { i = trunc(start + iv * step); ... }
//
// Loops in chunks, which count from 1 and are left in the middle, or are two loops whose bounds are computed, become
//
//           __kmpc_dispatch_init_8(schedule, 0, count - 1, 1, chunk)
//           while (__kmpc_dispatch_next_8(&last, &lb, &ub, ...)) for (iv = lb; iv <= ub; ++iv) ...
//
// and the variables of a collapsed nest are what Counters.cpp says of clang's. The number of an iteration has 64 bits
// and a sign: a count of 32 bits without one fits, and no iterations at all need no question of their own.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_BUILDERLOOPS_H
#define TACTUS_COMPILER_RAISE_OPENMP_BUILDERLOOPS_H

#include "llvm/IR/Function.h"

namespace tactus {

/// On the store to a loop's variable that is known not to overflow in any iteration, in either sense of its sign that
/// the language has.
inline constexpr const char *NeverWrapsMark = "tactus.never-wraps";

/// Rewrites the loops of a function that are in OpenMPIRBuilder's form. Others stay. Returns whether there were any.
bool rewriteBuilderLoops(llvm::Function &function);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_BUILDERLOOPS_H
