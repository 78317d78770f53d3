//===- unify.h - making types equal -----------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_TYPES_UNIFY_H
#define TACTUS_PML_TYPES_UNIFY_H

#include "pml/source/limits.h"
#include "seen.h"
#include "type.h"

#include <optional>
#include <unordered_map>

namespace tactus::pml {

/// Why two types cannot be made equal: the innermost parts that differ, and a reason in words where the parts do not
/// say it all.
struct Conflict {
  Type *expected;
  Type *found;
  std::string reason;
};

class Unifier {
public:
  /// Makes two types equal. After a conflict both are as they were.
  [[nodiscard]] std::optional<Conflict> unify(Type *expected, Type *found);
  /// Makes a type admit equality, or tells why it does not.
  [[nodiscard]] std::optional<Conflict> requireEquality(Type *type);

private:
  uint64_t work = 0;
  uint64_t workOfProgram = 0;
  uint32_t depth = 0;
  struct Saved {
    TypeVariable *variable;
    TypeVariable before;
  };
  std::vector<Saved> trail;
  /// Parts that this unification has made equal to others, or is about to. The first few are not written down.
  std::unordered_map<Type *, Type *> classes;
  /// Parts that admit equality since this unification.
  SeenParts equalities;

  void save(TypeVariable *variable) { trail.push_back({variable, *variable}); }
  void forget();
  std::optional<Conflict> finish(std::optional<Conflict> conflict);
  void countWork();

  Type *representative(Type *type);
  std::optional<Conflict> unifyParts(Type *expected, Type *found);
  std::optional<Conflict> unifyFields(RecordType *expected, RecordType *found);
  std::optional<Conflict> bind(TypeVariable *variable, Type *type, bool variableIsExpected);
  std::optional<Conflict> bindToVariable(TypeVariable *variable, TypeVariable *other);
  std::optional<Conflict> checkClass(TypeVariable *variable, Type *type, bool variableIsExpected);
  std::optional<Conflict> checkRow(TypeVariable *variable, Type *type);
  std::optional<Conflict> mergeRows(TypeVariable *into, const TypeVariable &from);
  /// How far around a variable reaches: its level, and the type names that are known there.
  struct Reach {
    uint32_t level;
    uint32_t birth;
  };
  static Reach reachOf(const TypeVariable &variable) { return {variable.level, variable.birth}; }
  static Reach reachOf(const TypeVariable &variable, const TypeVariable &other) {
    return {std::min(variable.level, other.level), std::min(variable.birth, other.birth)};
  }
  /// Lets the variables in a type reach as far, and looks for the variable itself and for names that are not known
  /// there.
  std::optional<Conflict> sink(Type *type, TypeVariable *variable, Reach reach) {
    SeenParts seen;
    return sink(type, variable, reach, seen);
  }
  std::optional<Conflict> sink(Type *type, TypeVariable *variable, Reach reach, SeenParts &seen);
  std::optional<Conflict> demandEquality(Type *type);
};

/// As a message names a class of overloaded types.
[[nodiscard]] std::string describe(OverloadClass overloadClass);

} // namespace tactus::pml

#endif
