//===- type.h - the types of core programs --------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Monomorphic types. Equal types are one object, so that types compare as pointers.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_CORE_TYPE_H
#define TACTUS_PML_CORE_TYPE_H

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tactus::pml::core {

enum class TypeKind : uint8_t {
  Boolean,
  Integer, // bits
  Word,    // bits
  Real,    // bits
  Character,
  BigInteger,
  String,
  Exception,
  ExceptionTag, // parts: the fields of the exception's argument
  Tuple,        // parts
  Function,     // parts: parameters, and the result as the last
  Data,
  Reference, // parts[0]
  Array,     // parts[0]
  Vector,    // parts[0]
};

struct Type;

struct Constructor {
  std::string name;
  /// A tuple argument is flat: its components are the fields.
  std::vector<const Type *> fields;
  bool isTuple = false;
};

/// One instance of a datatype.
struct Datatype {
  std::string name;
  uint32_t number = 0;
  /// Asks for the constructors' fields, which are not known before somebody uses them: a datatype may grow with its own
  /// recursion (`datatype 'a t = N | C of ('a * 'a) t`).
  [[nodiscard]] const std::vector<Constructor> &constructors() const {
    if (complete) {
      auto completion = std::move(complete);
      complete = nullptr;
      completion(known);
    }
    return known;
  }
  [[nodiscard]] bool isUsed() const { return !complete; }

  mutable std::function<void(std::vector<Constructor> &)> complete;
  mutable std::vector<Constructor> known;
};

struct Type {
  TypeKind kind;
  unsigned bits = 0;
  std::vector<const Type *> parts;
  const Datatype *data = nullptr;
  /// In the order of making.
  uint32_t number = 0;

  [[nodiscard]] bool isUnit() const { return kind == TypeKind::Tuple && parts.empty(); }
};

/// Owns types, each once.
class TypeTable {
public:
  TypeTable() = default;
  TypeTable(const TypeTable &) = delete;
  TypeTable &operator=(const TypeTable &) = delete;

  const Type *get(TypeKind kind, unsigned bits = 0) { return intern({kind, bits, {}, nullptr}); }
  const Type *get(TypeKind kind, std::vector<const Type *> parts) {
    return intern({kind, 0, std::move(parts), nullptr});
  }
  const Type *unit() { return get(TypeKind::Tuple); }
  const Type *boolean() { return get(TypeKind::Boolean); }
  const Type *integer(unsigned bits) { return get(TypeKind::Integer, bits); }
  const Type *data(const Datatype *datatype) { return intern({TypeKind::Data, 0, {}, datatype}); }
  /// From the type of the argument: a tuple is passed as its components.
  const Type *function(const Type *from, const Type *to);
  Datatype *makeDatatype(std::string name);
  [[nodiscard]] const std::vector<std::unique_ptr<Datatype>> &allDatatypes() const { return datatypes; }

private:
  struct Less {
    bool operator()(const Type *left, const Type *right) const;
  };
  std::map<const Type *, std::unique_ptr<Type>, Less> types;
  std::vector<std::unique_ptr<Datatype>> datatypes;

  const Type *intern(Type type);
};

/// The parameters of a function type.
[[nodiscard]] inline std::vector<const Type *> parameters(const Type *function) {
  return {function->parts.begin(), function->parts.end() - 1};
}
[[nodiscard]] inline const Type *result(const Type *function) { return function->parts.back(); }

/// What a value of the type is passed as: the components of a tuple, or itself.
[[nodiscard]] std::vector<const Type *> flat(const Type *type);

/// Functions return tuples of so many components in parts.
inline constexpr size_t MostReturned = 8;
/// Whether functions return the components of a tuple instead of the tuple: if they are not too many.
[[nodiscard]] bool isReturnedFlat(const Type *type);
/// What a function returns whose result has this type.
[[nodiscard]] std::vector<const Type *> returned(const Type *type);

[[nodiscard]] std::string show(const Type *type);

} // namespace tactus::pml::core

#endif
