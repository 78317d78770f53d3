//===- Questions.h - what the header asks the compiler --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_HEADER_QUESTIONS_H
#define TACTUS_COMPILER_RAISE_HEADER_QUESTIONS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// Replaces each call of `name`, a question about a function, by the answer (false for one that is not here), and
/// removes the way that is not taken.
void answerQuestions(llvm::Module &module, llvm::StringRef name, llvm::function_ref<bool(llvm::Function &)> answer);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_HEADER_QUESTIONS_H
