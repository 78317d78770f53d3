//===- debug.cpp - what debuggers know of a program ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/debug.h"
#include "pml/ir/names.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Module.h"

#include <filesystem>

using namespace llvm;

namespace tactus::pml::codegen {

DebugInfo::DebugInfo(const ir::Program &program, Module &module) : program(program), builder(module) {
  module.addModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
  module.addModuleFlag(Module::Warning, "Dwarf Version", 5);
  // DWARF has no number for Standard ML; debuggers take names and calls of C as they are.
  builder.createCompileUnit(dwarf::DW_LANG_C, fileOf(program.files.empty() ? ir::None : 0), "Tactus",
                            /*isOptimized=*/true, "", 0);
  type = builder.createSubroutineType(builder.getOrCreateTypeArray({}));
}

DIFile *DebugInfo::fileOf(uint32_t file) {
  DIFile *&known = files[file];
  if (!known)
    known =
        builder.createFile(file == ir::None ? "none" : program.files[file], std::filesystem::current_path().string());
  return known;
}

/// Functions of the middle end end in a dot and a number, which makes them unique. Without a name for the linker,
/// debuggers show the program's.
void DebugInfo::describe(Function &function, const ir::Function &source) {
  StringRef name = source.name, shown = name.rtrim("0123456789");
  if (shown.size() == name.size() || !shown.consume_back("."))
    shown = name;
  while (shown.consume_back(ir::PartsName) || shown.consume_back(ir::InsideName)) {
  }
  DIFile *file = fileOf(source.place.file);
  function.setSubprogram(builder.createFunction(
      file, shown, /*LinkageName=*/"", file, source.place.line, type, source.place.line, DINode::FlagPrototyped,
      DISubprogram::SPFlagDefinition | DISubprogram::SPFlagLocalToUnit | DISubprogram::SPFlagOptimized));
}

DebugLoc DebugInfo::locate(Function &function, const ir::Place &place) {
  DISubprogram *subprogram = function.getSubprogram();
  if (place.file == ir::None)
    return DILocation::get(function.getContext(), subprogram->getLine(), 0, subprogram);
  DIFile *file = fileOf(place.file);
  DIScope *scope = subprogram;
  if (file != subprogram->getFile())
    scope = builder.createLexicalBlockFile(subprogram, file);
  return DILocation::get(function.getContext(), place.line, place.column, scope);
}

} // namespace tactus::pml::codegen
