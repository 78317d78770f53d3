//===- ModuleKind.h - whether a module is of OpenMP or of Cilk ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Loops of Cilk are OpenMP's to clang, but not to the program. What tells them apart goes away with their conversion,
// so it is noted before.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODULEKIND_H
#define TACTUS_COMPILER_MODULEKIND_H

#include "llvm/IR/Module.h"

namespace tactus {

/// Notes what the module is, before anything in it is converted.
void noteModuleKind(llvm::Module &module);
/// Forgets it, after everything has been.
void forgetModuleKind(llvm::Module &module);

/// Did it use OpenMP?
bool isOpenMPModule(const llvm::Module &module);
/// Are its loops Cilk's?
bool isCilkModule(const llvm::Module &module);

/// Notes, and tells, that there are promotion points.
void noteConverted(llvm::Module &module);
bool isConverted(const llvm::Module &module);

/// Must the module be left as it is? LLVM's code generator stops at stack maps in functions that are hardened against
/// speculative loads, and copies of these, and functions that they are inlined into, are everywhere. Cilk and our
/// headers need the conversion: there nothing can be left.
bool isHardenedOpenMP(const llvm::Module &module);

} // namespace tactus

#endif // TACTUS_COMPILER_MODULEKIND_H
