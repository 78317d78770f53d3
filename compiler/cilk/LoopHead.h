//===- LoopHead.h - the parts of a loop's head, by their tokens -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_CILK_LOOPHEAD_H
#define TACTUS_COMPILER_CILK_LOOPHEAD_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/ArrayRef.h"

namespace tactus {

/// The variable that a loop declares: the word before its value. Null if there is none.
const clang::Token *variableOf(llvm::ArrayRef<clang::Token> declaration);

/// Is the step one expression that names the variable?
bool changesAlone(const clang::Token &variable, llvm::ArrayRef<clang::Token> step);

} // namespace tactus

#endif // TACTUS_COMPILER_CILK_LOOPHEAD_H
