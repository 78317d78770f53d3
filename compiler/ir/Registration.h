//===- Registration.h - how an image makes itself known to the runtime ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_REGISTRATION_H
#define TACTUS_COMPILER_IR_REGISTRATION_H

#include "llvm/IR/Module.h"

namespace tactus {

/// Static text.
llvm::Constant *createString(llvm::Module &module, llvm::StringRef text);

/// Emits a constructor, run before the program's own, that calls callee(argument): once in an executable or shared
/// object.
void createStartFunction(llvm::Module &module, llvm::StringRef name, llvm::StringRef callee, llvm::Constant *argument);

/// Emits the constructor and destructor by which the linked image registers its stack maps and loops. They are in a
/// COMDAT, so that an executable or shared object has them once.
void createRegistration(llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_IR_REGISTRATION_H
