//===- Descriptor.h - static data that a module hands to the runtime -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_LOWER_DESCRIPTOR_H
#define TACTUS_COMPILER_LOWER_DESCRIPTOR_H

#include "raise/ParallelLoop.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// Emits the LoopDescriptor of a loop and lists it in the section "tactus_loops".
llvm::GlobalVariable *createDescriptor(const ParallelLoop &loop, llvm::Function *run, unsigned environmentWords);

/// Text of a descriptor.
llvm::Constant *createString(llvm::Module &module, llvm::StringRef text);

/// Addresses of fields of the descriptor and of a LoopSlot.
llvm::Constant *weightAddress(llvm::GlobalVariable *descriptor);

/// Emits a constructor, run before the program's own, that calls callee(argument): once in an executable or shared
/// object.
void createStartFunction(llvm::Module &module, llvm::StringRef name, llvm::StringRef callee, llvm::Constant *argument);

/// Emits the constructor and destructor by which the linked image registers its stack maps and loops. They are in a
/// COMDAT, so that an executable or shared object has them once.
void createRegistration(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_LOWER_DESCRIPTOR_H
