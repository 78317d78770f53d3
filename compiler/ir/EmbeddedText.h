//===- EmbeddedText.h - lines for tools, in the object file --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_EMBEDDEDTEXT_H
#define TACTUS_COMPILER_IR_EMBEDDEDTEXT_H

#include "llvm/IR/Module.h"

namespace tactus {

/// Puts the line into a section of strings that is not loaded, and of which linkers keep equal strings once (a header's
/// code is compiled many times). Does nothing where object files have no such sections.
void embedInObject(llvm::Module &module, llvm::StringRef section, llvm::StringRef line);

} // namespace tactus

#endif // TACTUS_COMPILER_IR_EMBEDDEDTEXT_H
