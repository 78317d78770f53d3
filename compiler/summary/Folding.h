//===- Folding.h - small functions as part of their callers --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Most functions of a C++ unit are accessors out of headers. In a summary, a function without loops and calls is
// nothing but its cycles, so it is counted where it is called, as if it stood there, and left out:
//
//   f: 3 cycles, Loop { Call size, Call g }    size: 1 cycle        f: 3 cycles, Loop { 1 cycle, Call g }
//
// Only functions that every unit has its own copy of, and whose address nobody takes. Algorithm 3 gives the same sum.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_SUMMARY_FOLDING_H
#define TACTUS_COMPILER_SUMMARY_FOLDING_H

#include "abi/summary.h"
#include "llvm/ADT/BitVector.h"

namespace tactus {

/// `isOwnCopy` says of each function whether no other unit needs it.
void foldSmallFunctions(abi::Structure &structure, llvm::BitVector isOwnCopy);

} // namespace tactus

#endif // TACTUS_COMPILER_SUMMARY_FOLDING_H
