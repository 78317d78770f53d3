//===- static_record.h - constants in the layout of the runtime's structures -----------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The same as compiler/ir/StaticRecord.h, as text.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_NATIVE_STATIC_RECORD_H
#define TACTUS_TPAL_NATIVE_STATIC_RECORD_H

#include "abi/fields.h"

#include <array>
#include <concepts>
#include <string>

namespace tactus::tpal::native {

/// Fields that are not set are zero.
template <typename Fields> class StaticRecord {
public:
  StaticRecord() {
    for (size_t i = 0; i < Fields::Count; ++i)
      values[i] = Fields::all[i].kind == abi::FieldKind::Pointer ? "null" : "0";
  }

  void set(typename Fields::Position position, const std::string &value) { values[position] = value; }
  template <std::integral Number> void set(typename Fields::Position position, Number value) {
    values[position] = std::to_string(value);
  }

  /// `{ ptr, i32 }`
  [[nodiscard]] static std::string type() {
    std::string types;
    for (const abi::Field &field : Fields::all)
      types += std::string(types.empty() ? "" : ", ") + typeOf(field.kind);
    return "{ " + types + " }";
  }
  /// `{ ptr @f, i32 1 }`
  [[nodiscard]] std::string text() const {
    std::string fields;
    for (size_t i = 0; i < Fields::Count; ++i)
      fields += std::string(i ? ", " : "") + typeOf(Fields::all[i].kind) + " " + values[i];
    return "{ " + fields + " }";
  }

private:
  static constexpr const char *typeOf(abi::FieldKind kind) {
    return kind == abi::FieldKind::Pointer ? "ptr" : kind == abi::FieldKind::Half ? "i32" : "i64";
  }

  std::array<std::string, Fields::Count> values;
};

} // namespace tactus::tpal::native

#endif
