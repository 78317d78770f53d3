//===- raised.h - what is known of exceptions that are raised --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Whoever has called what may raise compares the thread's exception with null (decision 41). Where the callee has been
// inlined, each way through it is known to raise or not. But LLVM folds no comparison of an object with null, as
// address 0 may be memory in the heap's address space, and so keeps the comparison in every loop around such code.
//
//     raise: store @Overflow                     raise: goto handler
//     join:  e = phi [null, ok], [@Overflow, raise]     ==>
//            if (e != null) goto handler         ok:    goto on
//
// This pass gives the comparison its value on each way, and LLVM's jump threading does the rest.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_RAISED_H
#define TACTUS_PML_CODEGEN_RAISED_H

#include "llvm/IR/PassManager.h"

namespace tactus::pml::codegen {

class FoldRaisedPass : public llvm::PassInfoMixin<FoldRaisedPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_RAISED_H
