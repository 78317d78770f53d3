//===- SplicedCode.h - what of spliced code needs no look ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_CHECKS_SPLICEDCODE_H
#define TACTUS_COMPILER_CHECKS_SPLICEDCODE_H

#include "llvm/IR/Function.h"

namespace tactus {

/// A function of <tactus/splice.hpp>, or that `#pragma splice` has made.
bool isOfSpliceHeader(const llvm::Function &function);

/// Nobody else can touch the memory behind the pointer; or it never changes, and this is no write.
bool isOwnMemory(const llvm::Value *pointer, bool isWrite);

} // namespace tactus

#endif // TACTUS_COMPILER_CHECKS_SPLICEDCODE_H
