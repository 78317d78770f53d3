//===- StripFunction.h - a function's word that it runs strips of a loop --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_STRIPFUNCTION_H
#define TACTUS_COMPILER_MODEL_STRIPFUNCTION_H

#include <optional>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace tactus {

/// Notes in the functions of <tactus/tactus.hpp> that run a loop strip by strip that they do, and removes what the
/// header calls there to say so (__tactus_strips, and the two below). False if there is none.
bool markStripFunctions(llvm::Module &module);
bool runsStrips(const llvm::Function &function);

/// Its first argument is what the loop consists of, its captured variables among it. Who enters the loop calls it
/// directly with a copy that nobody writes while it runs; tasks of such a call get the address of that copy.
/// Nothing if it does not.
std::optional<unsigned> argumentOfLentStrips(const llvm::Function &function);

/// Says that a function runs strips, and that this is the argument, if the loop consists of what may be copied.
void markStrips(llvm::Function &function, std::optional<unsigned> lentArgument);

/// Calls such a function for a task, or for one that has been taken back.
bool runsTasks(const llvm::Function &function);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_STRIPFUNCTION_H
