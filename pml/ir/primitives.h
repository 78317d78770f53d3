//===- primitives.h - the primitives of the PCall IR ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One list, primitives.def, for checker, interpreter and code generator. A primitive has a signature of letters,
// results before the colon:
//
//   u unit   b bool   1 i8   2 i16   4 i32   8 i64   f f32   d f64   s string   I intinf   e exn
//   v vector<string>   A array<i8>   ? any object, the same type at each ?
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_IR_PRIMITIVES_H
#define TACTUS_PML_IR_PRIMITIVES_H

#include <cstdint>
#include <optional>
#include <string_view>

namespace tactus::pml::ir {

enum class Primitive : uint16_t {
#define PRIMITIVE(name, signature, effects) name,
#include "pml/ir/primitives.def"
};

/// What a primitive may do. Without any of these, its result depends on its arguments alone, and it may be dropped.
enum PrimitiveEffect : uint8_t {
  Pure = 0,
  MayRaise = 1,
  /// It may collect garbage.
  MayAllocate = 2,
  /// It reads or changes the world, so that it is neither dropped nor moved.
  HasEffect = 4,
};

struct PrimitiveInfo {
  std::string_view name;
  std::string_view signature;
  uint8_t effects;

  std::string_view results() const { return signature.substr(0, signature.find(':')); }
  std::string_view parameters() const { return signature.substr(signature.find(':') + 1); }
};

const PrimitiveInfo &infoOf(Primitive primitive);
/// By its name in primitives.def.
std::optional<Primitive> findPrimitive(std::string_view name);

} // namespace tactus::pml::ir

#endif // TACTUS_PML_IR_PRIMITIVES_H
