//===- realise.h - environments with type names replaced -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Most programs look at little of what they specify. `signature S = sig structure A : T … end` makes a T with type
// names of its own, each functor that takes an S another one, and so does each application, but only some components of
// A are ever named. So an environment is realised when somebody looks at it (decision 223).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_TYPES_REALISE_H
#define TACTUS_PML_TYPES_REALISE_H

#include "environment.h"

#include <memory>
#include <unordered_map>

namespace tactus::pml {

/// Replaces type names in what it is asked for, one replacement after the other. What is shared by several parts of an
/// environment stays shared.
class Realiser {
public:
  /// One replacement.
  class Step;
  Realiser(Arena &objects, Step &lastStep, Realiser *stepsBefore)
      : arena(objects), step(lastStep), before(stepsBefore) {}

  [[nodiscard]] const Environment *apply(const Environment &environment);
  [[nodiscard]] const TypeStructure *apply(const TypeStructure *type);
  [[nodiscard]] const ValueInfo *apply(const ValueInfo *value);
  [[nodiscard]] Type *apply(Type *type);
  /// What a type name stands for, or null if it stands for itself.
  [[nodiscard]] const TypeFunction *meaning(const TypeName *name);
  /// No type name that is older is replaced.
  [[nodiscard]] uint32_t oldest() const;
  /// No type name in what others are replaced by is newer.
  [[nodiscard]] uint32_t newest() const;

private:
  Arena &arena;
  Step &step;
  Realiser *before;
  std::unordered_map<const Environment *, const Environment *> environments;
  std::unordered_map<const TypeStructure *, const TypeStructure *> structures;
  std::unordered_map<const ValueInfo *, const ValueInfo *> values;
  std::unordered_map<const TypeName *, const TypeFunction *> meanings;
  std::unordered_map<Realiser *, Realiser *> continued;

  Realiser *after(Realiser *first);
};

/// An environment with type names replaced. Parts in which nothing changes may be shared.
[[nodiscard]] const Environment *realise(Arena &arena, TypeFactory &types, const Environment &environment,
                                         const Realisation &realisation);

/// The type names that are born from a number on and that an environment or a type mentions, each once.
[[nodiscard]] std::vector<TypeName *> namesBornSince(const Environment &environment, uint32_t birth);
[[nodiscard]] std::vector<TypeName *> namesBornSince(Type *type, uint32_t birth);

} // namespace tactus::pml

#endif
