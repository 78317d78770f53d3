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
} // namespace llvm

namespace tactus {

/// Says that a function is the slice of a loop of <tactus/tactus.hpp>, and which argument is what the loop consists of,
/// its captured variables among it, if that may be copied. Who enters the loop calls the slice directly with a copy
/// that nobody writes while it runs; tasks of such a call get the address of that copy.
void markStrips(llvm::Function &function, std::optional<unsigned> lentArgument);
bool runsStrips(const llvm::Function &function);
std::optional<unsigned> argumentOfLentStrips(const llvm::Function &function);

/// Says that a function calls slices for tasks, or for one that has been taken back.
void markTasks(llvm::Function &function);
bool runsTasks(const llvm::Function &function);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_STRIPFUNCTION_H
