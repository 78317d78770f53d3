//===- LeftOut.h - passes that are left out by hand --------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// -tactus-without=NAME,... leaves passes and stages of passes.def out of the pipeline, to count what each of them
// gives. Only those that make code faster may be missed; without others the program may be wrong or not link.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LEFTOUT_H
#define TACTUS_COMPILER_LEFTOUT_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class LLVMContext;
} // namespace llvm

namespace tactus {

bool isLeftOut(llvm::StringRef pass);

/// An error for each name that no pass has.
void checkLeftOut(llvm::LLVMContext &context);

} // namespace tactus

#endif // TACTUS_COMPILER_LEFTOUT_H
