//===- MathCall.h - calls of the C library that only compute ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_MATHCALL_H
#define TACTUS_COMPILER_MODEL_MATHCALL_H

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstrTypes.h"

namespace tactus {

/// Does it call a function of <math.h> that takes and returns numbers? All it may write is the thread's errno.
bool isMathCall(const llvm::CallBase &call, const llvm::TargetLibraryInfo &library);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_MATHCALL_H
