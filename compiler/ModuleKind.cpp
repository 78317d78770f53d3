//===- ModuleKind.cpp - whether a module is of OpenMP or of Cilk ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ModuleKind.h"
#include "ir/OpenMPFunctions.h"
#include "raise/cilk/CilkLoops.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tactus {

static constexpr const char *OpenMPNote = "tactus.openmp", *CilkNote = "tactus.cilk",
                            *ConvertedNote = "tactus.converted";

void noteModuleKind(Module &module) {
  if (usesOpenMP(module))
    module.getOrInsertNamedMetadata(OpenMPNote);
  if (hasCilkLoops(module))
    module.getOrInsertNamedMetadata(CilkNote);
}

void forgetModuleKind(Module &module) {
  for (const char *name : {OpenMPNote, CilkNote, ConvertedNote})
    if (NamedMDNode *note = module.getNamedMetadata(name))
      note->eraseFromParent();
}

bool isOpenMPModule(const Module &module) { return module.getNamedMetadata(OpenMPNote); }
bool isCilkModule(const Module &module) { return module.getNamedMetadata(CilkNote); }

void noteConverted(Module &module) { module.getOrInsertNamedMetadata(ConvertedNote); }
bool isConverted(const Module &module) { return module.getNamedMetadata(ConvertedNote); }

bool isHardenedOpenMP(const Module &module) {
  bool isHardened = any_of(module, [](const Function &function) {
    return !function.isDeclaration() && function.hasFnAttribute(Attribute::SpeculativeLoadHardening);
  });
  return isHardened && usesOpenMP(module) && !hasCilkLoops(module) && none_of(module, [](const Function &function) {
           StringRef name = function.getName();
           return name.starts_with("tactus") || name.starts_with("__tactus");
         });
}

} // namespace tactus
