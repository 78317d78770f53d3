//===- debug.h - what debuggers know of a program --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Line tables, and the names of functions as the program has them. Variables have no places of their own.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_DEBUG_H
#define TACTUS_PML_CODEGEN_DEBUG_H

#include "pml/ir/ir.h"

#include "llvm/IR/DIBuilder.h"

#include <map>

namespace tactus::pml::codegen {

class DebugInfo {
public:
  DebugInfo(const ir::Program &program, llvm::Module &module);

  /// Says where the function stands.
  void describe(llvm::Function &function, const ir::Function &source);
  /// A place in a function that has been described. Without a place, where the function stands.
  llvm::DebugLoc locate(llvm::Function &function, const ir::Place &place);
  /// After all functions.
  void finish() { builder.finalize(); }

private:
  const ir::Program &program;
  llvm::DIBuilder builder;
  std::map<uint32_t, llvm::DIFile *> files;
  llvm::DISubroutineType *type;

  llvm::DIFile *fileOf(uint32_t file);
};

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_DEBUG_H
