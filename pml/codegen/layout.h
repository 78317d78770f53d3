//===- layout.h - types of the PCall IR as LLVM types and objects -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Objects are `ptr addrspace(1)`: what the statepoint passes take for pointers of the collector. A variant none of
// whose constructors has fields is a number of 8 bits, or of 32 if it has very many, and so no object.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CODEGEN_LAYOUT_H
#define TACTUS_PML_CODEGEN_LAYOUT_H

#include "pml/ir/ir.h"
#include "pml/runtime/object.h"

#include "llvm/IR/DerivedTypes.h"

namespace tactus::pml::codegen {

inline constexpr unsigned HeapSpace = 1;

/// Where the fields of a record are.
struct RecordLayout {
  /// In bytes, from the object's address.
  std::vector<uint64_t> offsets;
  uint64_t pointerWords = 0;
  uint64_t words = 0;

  uint64_t bytes() const { return 8 + 8 * words; }
};

class Layout {
public:
  Layout(const ir::Program &program, llvm::LLVMContext &context);

  /// In registers, and in memory, where bool is a byte.
  llvm::Type *typeOf(ir::TypeRef type) const;
  llvm::Type *memoryTypeOf(ir::TypeRef type) const;
  /// So many bytes can be read at each value of the type, whichever it is; 0 for what may be no object.
  uint64_t readableBytes(ir::TypeRef type) const;
  bool isPointer(ir::TypeRef type) const;
  static unsigned logSizeOf(llvm::Type *memoryType);

  RecordLayout recordOf(const std::vector<ir::TypeRef> &fields) const;
  uint64_t headerOf(const ir::Constructor &constructor, uint32_t index) const;
  uint64_t sequenceHeaderOf(ir::TypeRef type) const;
  /// A flat tuple lies in memory as a struct of C with the same members does.
  llvm::StructType *structOf(ir::TypeRef tuple) const;
  uint64_t elementBytes(ir::TypeRef element) const;

  /// The value of a constructor without fields in a variant that has others: 0 for the first, then odd numbers.
  static uint64_t immediateOf(const ir::Variant &variant, uint32_t constructor);

  const ir::Variant &variantOf(ir::TypeRef type) const { return program.variants[type->variant]; }
  llvm::PointerType *objectType() const { return object; }

private:
  const ir::Program &program;
  llvm::LLVMContext &context;
  llvm::PointerType *object;
};

} // namespace tactus::pml::codegen

#endif // TACTUS_PML_CODEGEN_LAYOUT_H
