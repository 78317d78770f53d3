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
  void set(typename Fields::Position position, int64_t value) { values[position] = std::to_string(value); }

  /// `{ ptr, i32 } { ptr @f, i32 1 }`
  [[nodiscard]] std::string text() const {
    std::string types, fields;
    for (size_t i = 0; i < Fields::Count; ++i) {
      const char *type = typeOf(Fields::all[i].kind);
      const char *comma = i ? ", " : "";
      types += std::string(comma) + type;
      fields += std::string(comma) + type + " " + values[i];
    }
    return "{ " + types + " } { " + fields + " }";
  }

private:
  static constexpr const char *typeOf(abi::FieldKind kind) {
    return kind == abi::FieldKind::Pointer ? "ptr" : kind == abi::FieldKind::Half ? "i32" : "i64";
  }

  std::array<std::string, Fields::Count> values;
};

} // namespace tactus::tpal::native

#endif
