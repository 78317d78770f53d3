//===- small_integers.h - words that stand for small integers as pointers ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_SMALL_INTEGERS_H
#define TACTUS_PML_CODEGEN_SMALL_INTEGERS_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

namespace tactus::pml::codegen {

/// The tagged word as a pointer. It is a call until the optimiser has run. A cast could be moved in front of the test
/// that the operands are small; of objects it would make a word that is neither an object nor small, and the collector
/// would find that in a frame.
llvm::Value *createSmall(llvm::IRBuilderBase &builder, llvm::Value *tagged);

/// A small integer that was made a moment ago is read from its word.
struct ReadSmallPass : llvm::PassInfoMixin<ReadSmallPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

/// Casts in place of the calls, once no pass moves them any more.
void expandSmall(llvm::Module &module);

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_SMALL_INTEGERS_H
