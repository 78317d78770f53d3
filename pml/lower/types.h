//===- types.h - types of core as types of the PCall IR ----------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_LOWER_TYPES_H
#define TACTUS_PML_LOWER_TYPES_H

#include "closures.h"
#include "pml/ir/ir.h"

#include <map>

namespace tactus::pml::lowering {

/// Tuples and datatypes are variants. So are functions: one variant for each type of functions, whose constructors are
/// the functions of the type that are used as values, with what they capture as fields.
class Types {
public:
  Types(const core::Program &program, const Closures &facts, ir::Program &made)
      : source(program), closures(facts), target(made) {}

  ir::TypeRef get(const core::Type *type);
  /// The constructor that stands for a function as a value, and the functions of a type in the order of constructors.
  uint32_t constructorOf(const core::Function *function) { return constructors.at(function); }
  const std::vector<core::Function *> &functionsOf(const core::Type *type) { return valuesOfType[type]; }
  /// Assigns constructors to functions; before any other use.
  void collectFunctions();

private:
  const core::Program &source;
  const Closures &closures;
  ir::Program &target;
  std::unordered_map<const core::Type *, ir::TypeRef> known;
  std::unordered_map<const core::Type *, std::vector<core::Function *>> valuesOfType;
  std::unordered_map<const core::Function *, uint32_t> constructors;

  ir::TypeRef make(const core::Type *type);
  ir::TypeRef elementOf(const core::Type *sequence);
  ir::TypeRef makeVariant(const core::Type *type);
  std::vector<ir::TypeRef> all(const std::vector<const core::Type *> &types);
};

} // namespace tactus::pml::lowering

#endif
