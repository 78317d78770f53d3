//===- EmbeddedText.h - lines and bytes for tools, in the object file ----------===//
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

/// Puts bytes, aligned, into a section that is not loaded. False, with nothing changed, where object files have no such
/// sections. What is embedded so is text of the module's: no link-time optimisation may come behind it.
bool embedBytesInObject(llvm::Module &module, llvm::StringRef section, llvm::StringRef bytes, llvm::Align alignment);

/// Does the module hold bytes that have been embedded in the section?
bool hasEmbeddedBytes(const llvm::Module &module, llvm::StringRef section);

/// Removes those bytes again.
void removeEmbeddedBytes(llvm::Module &module, llvm::StringRef section);

} // namespace tactus

#endif // TACTUS_COMPILER_IR_EMBEDDEDTEXT_H
