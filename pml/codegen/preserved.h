//===- preserved.h - what passes leave as it was -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_PRESERVED_H
#define TACTUS_PML_CODEGEN_PRESERVED_H

#include "llvm/IR/Analysis.h"

namespace tactus::pml::codegen {

/// For a pass that changes instructions and no ways between blocks.
inline llvm::PreservedAnalyses blocksPreserved(bool isChanged) {
  if (!isChanged)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_PRESERVED_H
