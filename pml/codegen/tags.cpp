//===- tags.cpp - what kind of memory an access concerns ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/tags.h"
#include "pml/codegen/preserved.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace tactus::pml::codegen {

static constexpr StringLiteral NameOfMemory = "pml-memory";
static constexpr uint64_t HeaderBytes = 8;

void tagAccess(Instruction &access, StringRef name) {
  MDBuilder builder(access.getContext());
  MDNode *type = builder.createTBAAScalarTypeNode(name, builder.createTBAARoot("Parallel ML"));
  access.setMetadata(LLVMContext::MD_tbaa, builder.createTBAAStructTagNode(type, type, 0));
}

bool isFixedMemory(const Instruction &access) {
  MDNode *tag = access.getMetadata(LLVMContext::MD_tbaa);
  auto *type = tag && tag->getNumOperands() > 1 ? dyn_cast<MDNode>(tag->getOperand(1)) : nullptr;
  auto *name = type && type->getNumOperands() > 0 ? dyn_cast<MDString>(type->getOperand(0)) : nullptr;
  return name && (name->getString() == "field" || name->getString() == "length" || name->getString() == "header");
}

void nameMemory(Function &function, unsigned parameter, StringRef name) {
  function.addParamAttr(parameter, Attribute::get(function.getContext(), NameOfMemory, name));
}

/// Tags the loads from `address`, which is so many bytes behind the beginning of an object.
static bool tagLoads(Value &address, uint64_t offset, uint64_t readable, StringRef name, const DataLayout &layout) {
  bool isChanged = false;
  for (User *user : address.users()) {
    if (auto *load = dyn_cast<LoadInst>(user)) {
      bool isInside = offset >= HeaderBytes && offset < readable;
      if (!isInside || load->hasMetadata(LLVMContext::MD_tbaa))
        continue;
      tagAccess(*load, name);
      isChanged = true;
    } else if (auto *behind = dyn_cast<GEPOperator>(user); behind && behind->getPointerOperand() == &address) {
      APInt distance(layout.getIndexTypeSizeInBits(behind->getType()), 0);
      if (behind->accumulateConstantOffset(layout, distance) && !distance.isNegative())
        isChanged |= tagLoads(*behind, offset + distance.getZExtValue(), readable, name, layout);
    }
  }
  return isChanged;
}

PreservedAnalyses RestoreTagsPass::run(Function &function, FunctionAnalysisManager &) {
  bool isChanged = false;
  for (Argument &argument : function.args())
    if (Attribute name = function.getAttributeAtIndex(argument.getArgNo() + AttributeList::FirstArgIndex, NameOfMemory);
        name.isValid())
      isChanged |=
          tagLoads(argument, 0, argument.getDereferenceableBytes(), name.getValueAsString(), function.getDataLayout());
  return blocksPreserved(isChanged);
}

} // namespace tactus::pml::codegen
