//===- forward_raised.h - what the thread's exception is where it is read ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Whoever has called what may raise reads the thread's exception (decision 41). Mostly it is known what is there: null
// where a function begins, and behind all calls that never raise; else what was stored last.
//
//     f:     …                            f:     …
//     raise: store @Subscript      ==>    raise: store @Subscript
//     join:  e = load exception           join:  e = phi [null, f], [@Subscript, raise]
//
// LLVM knows nothing of null at the beginning. After inlining, it would take the first iteration of a loop apart, which
// makes the comparison, and leave a loop that it does not vectorise.
//
// Reads of what is known are replaced, as if the field were a variable. The field is still written: others read it.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_FORWARD_RAISED_H
#define TACTUS_PML_CODEGEN_FORWARD_RAISED_H

#include "llvm/IR/PassManager.h"

namespace tactus::pml::codegen {

class ForwardRaisedPass : public llvm::PassInfoMixin<ForwardRaisedPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_FORWARD_RAISED_H
