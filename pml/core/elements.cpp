//===- elements.cpp - how arrays and vectors store their elements -----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "elements.h"

#include <algorithm>

namespace tactus::pml::core {

namespace {

bool isNumber(const Type *type) {
  switch (type->kind) {
  case TypeKind::Boolean:
  case TypeKind::Integer:
  case TypeKind::Word:
  case TypeKind::Real:
  case TypeKind::Character:
    return true;
  case TypeKind::Data: {
    // What nobody constructs has no layout.
    if (!type->data->isUsed())
      return false;
    const std::vector<Constructor> &all = type->data->constructors();
    return std::all_of(all.begin(), all.end(), [](const Constructor &each) { return each.fields.empty(); });
  }
  default:
    return false;
  }
}

/// Components of a tuple, and of tuples in it, that are looked at. Beyond the fields there can only be tuples around
/// them and units, but of these exponentially many, as parts may stand in a type more than once.
constexpr unsigned MostComponents = 64;

/// False if something in the tuple is no number, or if it is too large.
bool addFields(const Type *tuple, std::vector<const Type *> &fields, unsigned &components) {
  return std::all_of(tuple->parts.begin(), tuple->parts.end(), [&](const Type *part) {
    if (++components > MostComponents || fields.size() > MostReturned)
      return false;
    if (part->kind == TypeKind::Tuple)
      return addFields(part, fields, components);
    if (isNumber(part))
      fields.push_back(part);
    return isNumber(part);
  });
}

} // namespace

std::vector<const Type *> flatFields(const Program &program, const Type *element) {
  std::vector<const Type *> fields;
  unsigned components = 0;
  bool isFlat = element->kind == TypeKind::Tuple && !program.wholeElements.contains(element) &&
                addFields(element, fields, components) && fields.size() <= MostReturned;
  return isFlat ? fields : std::vector<const Type *>{};
}

} // namespace tactus::pml::core
