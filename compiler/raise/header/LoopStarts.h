//===- LoopStarts.h - where loops of the header begin, at least -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A loop of <tactus/tactus.hpp> that is divided into strips is a function of its own, and its first index a variable
// there. Where the program begins at a constant, the serial loop knows more: in `for (int y = 1; ...)`, y - 1 does not
// wrap round. The header says with what each loop over integers is made, and asks behind the first index of a strip
// for the least of these:
//
//   before   call __tactus_starts_at(@loop, 1)             ...   i = max(i, __tactus_least_start(@loop))
//   after                                                  ...   i = max(i, 1)
//
// No index is less, so the maximum changes nothing; it is how later passes come to know it. Where the constant is at
// hand it goes away. If somebody begins at what is no constant here, or others may make loops of this type (@loop is
// not local), the answer is the least of all numbers.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_HEADER_LOOPSTARTS_H
#define TACTUS_COMPILER_RAISE_HEADER_LOOPSTARTS_H

#include "llvm/IR/Module.h"

namespace tactus {

/// Answers the question wherever it is asked, and removes what the header says. Before anything is inlined. False if
/// the module is as it was.
bool answerLoopStarts(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_HEADER_LOOPSTARTS_H
