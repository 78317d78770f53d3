//===- type.h - the types of the PCall IR ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Types are interned in a table: two types are the same if their pointers are.
//
//   T ::= unit | bool | i8 | i16 | i32 | i64 | f32 | f64          numbers; i8 is also char and word8, signs belong to
//                                                                 the operations
//       | string                                                  the same as vector<i8>
//       | intinf | exn | tag                                      tag: the identity of an exception constructor
//       | ref<T> | array<E> | vector<E>
//       | $name                                                   declared: a variant; with one constructor, a tuple
//   E ::= T | (T, …)                                              flat: numbers, and variants without any fields, one
//                                                                 behind the other as in a struct of C
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_TYPE_H
#define TACTUS_PML_IR_TYPE_H

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tactus::pml::ir {

enum class TypeKind : uint8_t {
  Unit,
  Bool,
  Int8,
  Int16,
  Int32,
  Int64,
  Real32,
  Real64,
  IntInf,
  Exn,
  Tag,
  Ref,
  Array,
  Vector,
  Variant,
  /// Of elements of sequences alone: no variable has such a type.
  Tuple,
};

struct Type {
  TypeKind kind;
  /// Of Ref, Array, Vector.
  const Type *element = nullptr;
  /// Of Variant: its index in Program::variants.
  uint32_t variant = 0;
  /// Of Tuple.
  std::vector<const Type *> fields{};

  bool isInteger() const { return kind >= TypeKind::Int8 && kind <= TypeKind::Int64; }
  bool isReal() const { return kind == TypeKind::Real32 || kind == TypeKind::Real64; }
  /// Not an object: what stands in registers, and flat in arrays.
  bool isFlat() const { return kind <= TypeKind::Real64; }
  bool isSequence() const { return kind == TypeKind::Array || kind == TypeKind::Vector; }
};
using TypeRef = const Type *;

class TypeTable {
public:
  TypeRef get(TypeKind kind) { return intern(kind, nullptr, 0); }
  TypeRef ref(TypeRef element) { return intern(TypeKind::Ref, element, 0); }
  TypeRef array(TypeRef element) { return intern(TypeKind::Array, element, 0); }
  TypeRef vector(TypeRef element) { return intern(TypeKind::Vector, element, 0); }
  TypeRef string() { return vector(get(TypeKind::Int8)); }
  TypeRef variant(uint32_t index) { return intern(TypeKind::Variant, nullptr, index); }
  TypeRef tuple(std::vector<TypeRef> fields) {
    auto &slot = tuples[fields];
    if (!slot)
      slot = std::make_unique<Type>(Type{TypeKind::Tuple, nullptr, 0, std::move(fields)});
    return slot.get();
  }

private:
  TypeRef intern(TypeKind kind, TypeRef element, uint32_t variant) {
    auto &slot = types[{static_cast<uint32_t>(kind), variant, element}];
    if (!slot)
      slot = std::make_unique<Type>(Type{kind, element, variant});
    return slot.get();
  }
  std::map<std::tuple<uint32_t, uint32_t, TypeRef>, std::unique_ptr<Type>> types;
  std::map<std::vector<TypeRef>, std::unique_ptr<Type>> tuples;
};

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_TYPE_H
