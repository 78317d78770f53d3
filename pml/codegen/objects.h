//===- objects.h - from LLVM's IR to object files ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_OBJECTS_H
#define TACTUS_PML_CODEGEN_OBJECTS_H

#include "pml/codegen/build.h"

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace tactus::pml::codegen {

/// For a processor with x86-64 (BuildOptions). Null with an error message.
[[nodiscard]] std::unique_ptr<llvm::TargetMachine> createMachine(const std::string &processor, std::string &error);

/// Writes one file: LLVM's IR, assembly or an object file. An error message, or empty.
[[nodiscard]] std::string emit(llvm::Module &module, llvm::TargetMachine &machine, const std::filesystem::path &path,
                               Output output);

/// Writes object files for a program, several of a large one, and adds their names to the list. An error message, or
/// empty. The module is changed.
[[nodiscard]] std::string emitObjects(llvm::Module &module, llvm::TargetMachine &machine, const BuildOptions &options,
                                      const std::filesystem::path &program, std::vector<std::string> &objects);

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_OBJECTS_H
