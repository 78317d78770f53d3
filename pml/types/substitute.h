//===- substitute.h - copies of types with parts replaced --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_TYPES_SUBSTITUTE_H
#define TACTUS_PML_TYPES_SUBSTITUTE_H

#include "pml/source/limits.h"
#include "type.h"

#include <unordered_map>

namespace tactus::pml {

/// φ of the Definition, section 5.2: what type names stand for.
using Realisation = std::unordered_map<const TypeName *, const TypeFunction *>;

/// Replaces type variables and type names at once. A type without any of them is returned as it is. Parts that stand in
/// a type more than once are copied once.
class Substitution {
public:
  explicit Substitution(TypeFactory &typeFactory, const Realisation *namesToReplace = nullptr);

  void replace(const TypeVariable *variable, Type *type) { variables.emplace_back(variable, type); }
  [[nodiscard]] Type *apply(Type *type);

private:
  TypeFactory &types;
  const Realisation *realisation;
  /// The number of the oldest type name that is replaced.
  uint32_t oldestBirth = UINT32_MAX;
  std::vector<std::pair<const TypeVariable *, Type *>> variables;
  /// Copies of parts; the first few of a type are not written down (types/seen.h).
  std::unordered_map<const Type *, Type *> copies;
  uint64_t work = 0;
  uint32_t depth = 0;

  Type *copy(Type *type);
  Type *applyToConstructed(ConstructedType *type);
  Type *applyToRecord(RecordType *type);
  Type *applyToVariable(TypeVariable *variable);
};

/// A type function's result for arguments, as many as it has parameters.
[[nodiscard]] Type *applyFunction(TypeFactory &types, const TypeFunction &function,
                                  const std::vector<Type *> &arguments);

/// The instance of a scheme for fresh variables of a level, which are appended to `instances` in the order of
/// quantified.
[[nodiscard]] Type *instantiate(TypeFactory &types, const Scheme &scheme, uint32_t level, Place place,
                                std::vector<Type *> &instances);

} // namespace tactus::pml

#endif
