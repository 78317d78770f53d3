//===- StripFunction.h - a function's word that it runs strips of a loop --------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_STRIPFUNCTION_H
#define TACTUS_COMPILER_MODEL_STRIPFUNCTION_H

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace tactus {

/// Notes in the functions of <tactus/tactus.hpp> that run a loop strip by strip that they do, and removes what the
/// header calls there to say so (__tactus_strips). False if there is none.
bool markStripFunctions(llvm::Module &module);
bool runsStrips(const llvm::Function &function);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_STRIPFUNCTION_H
