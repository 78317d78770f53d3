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

/// False if something in the tuple is no number.
bool addFields(const Type *tuple, std::vector<const Type *> &fields) {
  return std::all_of(tuple->parts.begin(), tuple->parts.end(), [&](const Type *part) {
    if (part->kind == TypeKind::Tuple)
      return addFields(part, fields);
    if (isNumber(part))
      fields.push_back(part);
    return isNumber(part);
  });
}

} // namespace

std::vector<const Type *> flatFields(const Program &program, const Type *element) {
  std::vector<const Type *> fields;
  bool isFlat = element->kind == TypeKind::Tuple && !program.wholeElements.contains(element) &&
                addFields(element, fields) && fields.size() <= MostReturned;
  return isFlat ? fields : std::vector<const Type *>{};
}

} // namespace tactus::pml::core
