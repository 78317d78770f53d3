//===- BuilderPlaces.h - where OpenMPIRBuilder's constructs are in the source ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A construct tells the runtime where it is by an ident. flang's know no file, have the symbol of the main program, and
// are wrong where the builder has just written a reduction's code, which has the place of the module's first such
// reduction:
//
//   before  ";FIRModule;_QQmain;10;9;;"     after  ";a.f90;program;22;9;;"
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_RAISE_OPENMP_BUILDERPLACES_H
#define TACTUS_COMPILER_RAISE_OPENMP_BUILDERPLACES_H

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Module.h"

namespace tactus {

/// Writes the file into the idents of flang's constructs. Returns whether there were any.
bool nameFiles(llvm::Module &module);

/// Gives each call of a function that has lines a place: that of its construct, or the one before it.
void locateCalls(llvm::Function &function);

/// The ident for the same construct at another place, if that is known, and with more flags.
llvm::Value *identAt(llvm::Value *ident, const llvm::DebugLoc &place, uint64_t flags);

} // namespace tactus

#endif // TACTUS_COMPILER_RAISE_OPENMP_BUILDERPLACES_H
