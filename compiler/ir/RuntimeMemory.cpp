//===- RuntimeMemory.cpp - alias analysis of the runtime's variables -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "ir/RuntimeMemory.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace tactus {

/// The parent of a type in clang's tree: a scalar has its own, a struct leads to it through its first member.
static MDNode *parentOf(const MDNode &type) {
  return type.getNumOperands() > 1 ? dyn_cast_or_null<MDNode>(type.getOperand(1)) : nullptr;
}

/// The root of the tree that an access tag !{base type, access type, offset} belongs to; null for another format.
static MDNode *rootOf(const MDNode &tag) {
  MDNode *type = tag.getNumOperands() > 1 ? dyn_cast_or_null<MDNode>(tag.getOperand(1)) : nullptr;
  if (!type || type->getNumOperands() == 0 || !isa<MDString>(type->getOperand(0)))
    return nullptr;
  while (MDNode *parent = parentOf(*type))
    type = parent;
  return type;
}

/// The root of the module's type tree; null if there is none.
static MDNode *findRoot(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (MDNode *tag = instruction.getMetadata(LLVMContext::MD_tbaa))
        if (MDNode *root = rootOf(*tag))
          return root;
  return nullptr;
}

static MDNode *createTag(Module &module, StringRef typeName, MDNode *root) {
  MDBuilder builder(module.getContext());
  MDNode *type = builder.createTBAAScalarTypeNode(typeName, root);
  return builder.createTBAAStructTagNode(type, type, 0);
}

MDNode *createRuntimeMemoryTag(Module &module) {
  MDNode *root = findRoot(module);
  return root ? createTag(module, "tactus runtime", root) : nullptr;
}

static bool isThreadVariable(const Value &pointer, StringRef name) {
  const auto *address = dyn_cast<IntrinsicInst>(&pointer);
  return address && address->getIntrinsicID() == Intrinsic::threadlocal_address &&
         address->getArgOperand(0)->getName() == name;
}

bool separateHeaderMemory(Module &module) {
  MDNode *root = module.getNamedValue("tactus_credit") ? findRoot(module) : nullptr;
  if (!root)
    return false;
  MDNode *runtime = createTag(module, "tactus runtime", root);
  bool changed = false;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      MDNode *tag = pointer ? instruction.getMetadata(LLVMContext::MD_tbaa) : nullptr;
      if (!tag || rootOf(*tag) != root ||
          !(isThreadVariable(*pointer, "tactus_credit") || isThreadVariable(*pointer, "tactus_latent_top")))
        continue;
      instruction.setMetadata(LLVMContext::MD_tbaa, runtime);
      changed = true;
    }
  return changed;
}

} // namespace tactus
