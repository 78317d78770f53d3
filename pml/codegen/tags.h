//===- tags.h - what kind of memory an access concerns -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Fields, lengths, elements of one type and so on are different memory: a store to an element changes no field. LLVM
// learns that by a tag (!tbaa) at each access.
//
// It loses the tags of loads that it moves in front of a condition, which it does with what can be read without asking:
// the fields and lengths of parameters. Without a tag, such a load stays in a loop that writes to an array. So
// parameters say what is in their objects, and loads from them get their tags again, before the function is copied to
// where it is called and its parameters are none any more.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_TAGS_H
#define TACTUS_PML_CODEGEN_TAGS_H

#include "llvm/IR/Instruction.h"
#include "llvm/IR/PassManager.h"

namespace tactus::pml::codegen {

/// Accesses with different names never concern the same memory.
void tagAccess(llvm::Instruction &access, llvm::StringRef name);

/// Whether the tag says that nobody writes there once others see the object: a field, a length, a header.
[[nodiscard]] bool isFixedMemory(const llvm::Instruction &access);

/// Says that all memory of the parameter's object behind its header, as far as it can be read without asking, has the
/// name.
void nameMemory(llvm::Function &function, unsigned parameter, llvm::StringRef name);

class RestoreTagsPass : public llvm::PassInfoMixin<RestoreTagsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_TAGS_H
