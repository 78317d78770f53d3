//===- StaticRecord.h - constants in the layout of the runtime's structures ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     StaticRecord<abi::ModuleFields> record(context);
//     record.set(abi::ModuleFields::version, abi::Version);
//     record.get()                        { i32 2, i32 0, ptr null, ... }
//
// The LLVM type follows from the list of fields, so that it cannot differ from what the runtime was compiled with.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_IR_STATICRECORD_H
#define TACTUS_COMPILER_IR_STATICRECORD_H

#include "abi/fields.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/Support/ErrorHandling.h"

namespace tactus {

inline llvm::Type *typeOf(const abi::Field &field, llvm::LLVMContext &context) {
  switch (field.kind) {
  case abi::FieldKind::Pointer:
    return llvm::PointerType::get(context, 0);
  case abi::FieldKind::Half:
    return llvm::Type::getInt32Ty(context);
  case abi::FieldKind::Word:
    return llvm::Type::getInt64Ty(context);
  }
  llvm_unreachable("a field has one of these kinds");
}

/// Fields that are not set are zero.
template <typename Fields> class StaticRecord {
public:
  explicit StaticRecord(llvm::LLVMContext &context) {
    for (unsigned i = 0; i < Fields::Count; ++i) {
      types[i] = typeOf(Fields::all[i], context);
      values[i] = llvm::Constant::getNullValue(types[i]);
    }
  }

  void set(typename Fields::Position position, llvm::Constant *value) {
    assert(value->getType() == types[position] && "the field is of another kind");
    values[position] = value;
  }
  void set(typename Fields::Position position, uint64_t value) {
    values[position] = llvm::ConstantInt::get(types[position], value);
  }

  llvm::StructType *type() const { return llvm::StructType::get(types[0]->getContext(), types); }
  llvm::Constant *get() const { return llvm::ConstantStruct::get(type(), values); }

private:
  std::array<llvm::Type *, Fields::Count> types;
  std::array<llvm::Constant *, Fields::Count> values;
};

} // namespace tactus

#endif // TACTUS_COMPILER_IR_STATICRECORD_H
