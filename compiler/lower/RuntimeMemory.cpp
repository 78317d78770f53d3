//===- RuntimeMemory.cpp - alias analysis of the runtime's variables -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "lower/RuntimeMemory.h"
#include "llvm/IR/InstIterator.h"
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

MDNode *createRuntimeMemoryTag(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      MDNode *tag = instruction.getMetadata(LLVMContext::MD_tbaa);
      MDNode *root = tag ? rootOf(*tag) : nullptr;
      if (!root)
        continue;
      MDBuilder builder(module.getContext());
      MDNode *type = builder.createTBAAScalarTypeNode("tactus runtime", root);
      return builder.createTBAAStructTagNode(type, type, 0);
    }
  return nullptr;
}

} // namespace tactus
