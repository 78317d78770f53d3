//===- layout.cpp - types of the PCall IR as LLVM types and objects -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/codegen/layout.h"

#include <algorithm>
#include <bit>

using namespace llvm;

namespace tactus::pml::codegen {

using ir::TypeKind;

Layout::Layout(const ir::Program &program, LLVMContext &context)
    : program(program), context(context), object(PointerType::get(context, HeapSpace)) {}

bool Layout::isPointer(ir::TypeRef type) const {
  if (type->kind != TypeKind::Variant)
    return !type->isFlat();
  const auto &constructors = program.variants[type->variant].constructors;
  return std::any_of(constructors.begin(), constructors.end(),
                     [](const ir::Constructor &constructor) { return !constructor.fields.empty(); });
}

llvm::Type *Layout::typeOf(ir::TypeRef type) const {
  switch (type->kind) {
  case TypeKind::Unit:
  case TypeKind::Int8:
    return llvm::Type::getInt8Ty(context);
  case TypeKind::Bool:
    return llvm::Type::getInt1Ty(context);
  case TypeKind::Int16:
    return llvm::Type::getInt16Ty(context);
  case TypeKind::Int32:
    return llvm::Type::getInt32Ty(context);
  case TypeKind::Int64:
    return llvm::Type::getInt64Ty(context);
  case TypeKind::Real32:
    return llvm::Type::getFloatTy(context);
  case TypeKind::Real64:
    return llvm::Type::getDoubleTy(context);
  default:
    if (isPointer(type))
      return object;
    return program.variants[type->variant].constructors.size() <= 256 ? llvm::Type::getInt8Ty(context)
                                                                      : llvm::Type::getInt32Ty(context);
  }
}

llvm::Type *Layout::memoryTypeOf(ir::TypeRef type) const {
  return type->kind == TypeKind::Bool ? llvm::Type::getInt8Ty(context) : typeOf(type);
}

uint64_t Layout::readableBytes(ir::TypeRef type) const {
  // A header and a length, or what a reference holds.
  constexpr uint64_t HeaderAndWord = 16;
  if (type->kind == TypeKind::Array || type->kind == TypeKind::Vector || type->kind == TypeKind::Ref)
    return HeaderAndWord;
  if (type->kind != TypeKind::Variant)
    return 0;
  uint64_t least = UINT64_MAX;
  for (const ir::Constructor &constructor : program.variants[type->variant].constructors)
    least = std::min(least, constructor.fields.empty() ? 0 : recordOf(constructor.fields).bytes());
  return least == UINT64_MAX ? 0 : least;
}

unsigned Layout::logSizeOf(llvm::Type *memoryType) {
  return memoryType->isPointerTy() ? 3 : std::countr_zero(memoryType->getPrimitiveSizeInBits().getFixedValue()) - 3;
}

RecordLayout Layout::recordOf(const std::vector<ir::TypeRef> &fields) const {
  RecordLayout layout;
  layout.offsets.resize(fields.size());
  uint64_t offset = 8;
  for (size_t i = 0; i < fields.size(); ++i)
    if (isPointer(fields[i])) {
      layout.offsets[i] = offset;
      offset += 8;
    }
  layout.pointerWords = offset / 8 - 1;
  for (int log = 3; log >= 0; --log)
    for (size_t i = 0; i < fields.size(); ++i)
      if (!isPointer(fields[i]) && logSizeOf(memoryTypeOf(fields[i])) == static_cast<unsigned>(log)) {
        layout.offsets[i] = offset;
        offset += uint64_t{1} << log;
      }
  layout.words = (offset + 7) / 8 - 1;
  return layout;
}

uint64_t Layout::headerOf(const ir::Constructor &constructor, uint32_t index) const {
  RecordLayout layout = recordOf(constructor.fields);
  return recordHeader(index, layout.pointerWords, layout.words);
}

uint64_t Layout::sequenceHeaderOf(ir::TypeRef type) const {
  uint64_t identity = type->kind == TypeKind::Array ? IdentityBit : 0;
  bool hasObjects = type->element->kind != TypeKind::Tuple && isPointer(type->element);
  return sequenceHeader(hasObjects ? PointerSequence : NumberSequence, elementBytes(type->element), identity);
}

StructType *Layout::structOf(ir::TypeRef tuple) const {
  SmallVector<llvm::Type *, 8> members;
  for (ir::TypeRef field : tuple->fields)
    members.push_back(memoryTypeOf(field));
  return StructType::get(context, members);
}

uint64_t Layout::elementBytes(ir::TypeRef element) const {
  if (element->kind != TypeKind::Tuple)
    return uint64_t{1} << logSizeOf(memoryTypeOf(element));
  uint64_t bytes = 0, alignment = 1;
  for (ir::TypeRef field : element->fields) {
    uint64_t size = elementBytes(field);
    bytes = alignTo(bytes, size) + size;
    alignment = std::max(alignment, size);
  }
  return alignTo(bytes, alignment);
}

uint64_t Layout::immediateOf(const ir::Variant &variant, uint32_t constructor) {
  uint64_t before = 0;
  for (uint32_t i = 0; i < constructor; ++i)
    before += variant.constructors[i].fields.empty();
  return before == 0 ? 0 : 2 * before - 1;
}

} // namespace tactus::pml::codegen
