//===- print_type.h - types as users write them ---------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_TYPES_PRINT_TYPE_H
#define TACTUS_PML_TYPES_PRINT_TYPE_H

#include "type.h"

#include <unordered_map>
#include <unordered_set>

namespace tactus::pml {

/// Prints types that belong together: variables without a name are 'a, 'b, … in the order in which they come, and have
/// the same name in all types that one printer prints.
class TypePrinter {
public:
  [[nodiscard]] std::string print(Type *type);

private:
  enum Precedence : uint8_t { FunctionLevel, TupleLevel, ArgumentLevel };
  std::unordered_map<const TypeVariable *, std::string> names;
  std::unordered_set<std::string> taken;
  size_t letters = 0;
  size_t printed = 0;

  void append(std::string &out, Type *type, Precedence precedence);
  void appendConstructed(std::string &out, const ConstructedType &type);
  void appendRecord(std::string &out, const std::vector<TypeField> &fields, bool isFlexible, Precedence precedence);
  void appendVariable(std::string &out, const TypeVariable &variable);
  std::string nextName(bool admitsEquality);
};

/// A type alone.
[[nodiscard]] inline std::string show(Type *type) { return TypePrinter().print(type); }

} // namespace tactus::pml

#endif
