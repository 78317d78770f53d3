//===- fields.h - a structure as a list of its fields ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Compiled code writes and reads structures of the runtime that no C++ compiler has laid out for it: the plugin builds
// them as LLVM constants, TPAL's compiler prints them as text. Both take the fields from a list that stands beside the
// structure, and the list is held against the structure when either side is compiled:
//
//     #define TACTUS_PAIR_FIELDS(FIELD) FIELD(first, first) FIELD(lastOne, last_one)
//     TACTUS_FIELDS(PairFields, tactus_pair, TACTUS_PAIR_FIELDS, PublicName)
//
//     PairFields::lastOne                the position of a field
//     PairFields::all[position]          its name, kind and offset
//
// A field that is missing in the list, stands in another order or has another size is an error of compilation. Each
// entry has two names: the one in C++, by which positions are named, and the one in the public C header.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ABI_FIELDS_H
#define TACTUS_ABI_FIELDS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tactus::abi {

enum class FieldKind {
  /// An address; 8 bytes.
  Pointer,
  /// An integer of 4 bytes.
  Half,
  /// An integer of 8 bytes, or the first element of an array of such.
  Word,
};

struct Field {
  const char *name;
  FieldKind kind;
  size_t offset;

  constexpr size_t size() const { return kind == FieldKind::Half ? 4 : 8; }
};

template <typename Member> consteval FieldKind kindOf() {
  using Element = std::remove_all_extents_t<Member>;
  if constexpr (std::is_pointer_v<Element>) {
    return FieldKind::Pointer;
  } else {
    static_assert(std::is_integral_v<Element> && (sizeof(Element) == 4 || sizeof(Element) == 8),
                  "a field of the contract is an address or an integer of 4 or 8 bytes");
    return sizeof(Element) == 4 ? FieldKind::Half : FieldKind::Word;
  }
}

/// Do the fields, one behind the other, fill `bytes` bytes?
template <size_t Count> consteval bool fill(const std::array<Field, Count> &fields, size_t bytes) {
  size_t offset = 0;
  for (const Field &field : fields) {
    if (field.offset != offset)
      return false;
    offset += field.size();
  }
  return offset == bytes;
}

/// Have two lists the same kinds at the same offsets?
template <size_t Count>
consteval bool sameLayout(const std::array<Field, Count> &left, const std::array<Field, Count> &right) {
  for (size_t i = 0; i < Count; ++i)
    if (left[i].kind != right[i].kind || left[i].offset != right[i].offset)
      return false;
  return true;
}

} // namespace tactus::abi

#define TACTUS_FIELD_POSITION(name, publicName) name,
#define TACTUS_FIELD_Name(name, publicName)                                                                            \
  Field{#name, kindOf<decltype(Structure::name)>(), offsetof(Structure, name)},
#define TACTUS_FIELD_PublicName(name, publicName)                                                                      \
  Field{#name, kindOf<decltype(Structure::publicName)>(), offsetof(Structure, publicName)},

/// Makes the class `List` of a structure from its list of fields; `COLUMN` is Name or PublicName.
#define TACTUS_FIELDS(List, Type, FIELDS, COLUMN)                                                                      \
  struct List {                                                                                                        \
    using Structure = Type;                                                                                            \
    enum Position : unsigned { FIELDS(TACTUS_FIELD_POSITION) Count };                                                  \
    static constexpr std::array<Field, Count> all = {FIELDS(TACTUS_FIELD_##COLUMN)};                                   \
  };                                                                                                                   \
  static_assert(fill(List::all, sizeof(Type)), "the list of fields of " #Type " is not that of the structure")

#endif // TACTUS_ABI_FIELDS_H
