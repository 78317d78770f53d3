//===- environment.h - semantic objects of modules ---------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Definition (Revised), sections 4.2 and 5.1. An environment is the type of a structure: it knows types, and nothing of
// where values are.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_TYPES_ENVIRONMENT_H
#define TACTUS_PML_TYPES_ENVIRONMENT_H

#include "substitute.h"
#include "type.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace tactus::pml {

/// The constructors of a datatype, in alphabetical order of their names: the index is the constructor's tag.
struct ConstructorSet {
  struct Constructor {
    Symbol name;
    bool hasArgument;
  };
  std::vector<Constructor> constructors;
};

/// A value that stands for one of several, chosen by its type (`_overload`).
struct Overloading {
  Symbol name;
  struct Alternative {
    /// The type that the overloaded variable has to be.
    const TypeName *type;
    /// Index into the program's table of accesses to alternatives (typed::Program::overloadAlternatives).
    size_t access;
  };
  std::vector<Alternative> alternatives;
};

enum class ValueStatus : uint8_t { Value, Constructor, Exception };

struct ValueInfo {
  Symbol name;
  Scheme scheme;
  ValueStatus status = ValueStatus::Value;
  /// Of constructors.
  const ConstructorSet *siblings = nullptr;
  uint32_t tag = 0;
  /// Of constructors and exceptions.
  bool hasArgument = false;
  /// Of overloaded values; else null. Their scheme has one quantified variable.
  const Overloading *overloading = nullptr;
  Place place;
  /// Whether the program names it.
  mutable bool isUsed = false;
};

/// (θ, VE) of the Definition.
struct TypeStructure {
  const TypeFunction *function = nullptr;
  /// In the order of ConstructorSet. None if the type is no datatype.
  std::vector<const ValueInfo *> constructors;
  Place place;
};

/// A small map from names. Iterates in the order of insertion.
template <typename Value> class SymbolMap {
public:
  using Entry = std::pair<Symbol, Value>;

  /// Adds a value, or replaces the one of the same name.
  void set(Symbol name, Value value) {
    auto position = lowerBound(name);
    if (position != index.end() && entries[*position].first == name) {
      entries[*position].second = std::move(value);
      return;
    }
    index.insert(position, static_cast<uint32_t>(entries.size()));
    entries.emplace_back(name, std::move(value));
  }
  /// The value, or a null pointer.
  [[nodiscard]] Value find(Symbol name) const {
    auto position = const_cast<SymbolMap *>(this)->lowerBound(name);
    return position != index.end() && entries[*position].first == name ? entries[*position].second : Value{};
  }
  [[nodiscard]] auto begin() const { return entries.begin(); }
  [[nodiscard]] auto end() const { return entries.end(); }
  [[nodiscard]] auto begin() { return entries.begin(); }
  [[nodiscard]] auto end() { return entries.end(); }
  [[nodiscard]] bool empty() const { return entries.empty(); }
  void reserve(size_t size) {
    entries.reserve(size);
    index.reserve(size);
  }

private:
  std::vector<Entry> entries;
  std::vector<uint32_t> index; // sorted by name

  auto lowerBound(Symbol name) {
    return std::lower_bound(index.begin(), index.end(), name.number(),
                            [&](uint32_t entry, uint32_t number) { return entries[entry].first.number() < number; });
  }
};

class Realiser;

/// The type names that an environment mentions.
struct Mentions {
  std::vector<TypeName *> names;
  /// No type name in it is newer, nor will be: a variable in it may stand for a type yet.
  uint32_t newest = 0;
  /// Whether there are no such variables.
  bool areAll = true;
};

/// It may be another one with type names replaced. Then each class of names is made when somebody looks at it.
class Environment {
public:
  Environment() = default;
  Environment(const Environment &from, Realiser &by);

  [[nodiscard]] const SymbolMap<const Environment *> &structures() const;
  [[nodiscard]] const SymbolMap<const TypeStructure *> &types() const;
  [[nodiscard]] const SymbolMap<const ValueInfo *> &values() const;

  /// One of them, or null. Nothing else is made.
  [[nodiscard]] const Environment *structure(Symbol name) const;
  [[nodiscard]] const TypeStructure *type(Symbol name) const;
  [[nodiscard]] const ValueInfo *value(Symbol name) const;

  void set(Symbol name, const Environment *structure) { own(structureMap).set(name, structure); }
  void set(Symbol name, const TypeStructure *type) { own(typeMap).set(name, type); }
  void set(Symbol name, const ValueInfo *value) { own(valueMap).set(name, value); }

  /// The environment that this one is with type names replaced, or null. It is no such one itself.
  [[nodiscard]] const Environment *original() const { return replaced; }
  [[nodiscard]] Realiser *realiser() const { return replacing; }
  /// No type name in it is newer.
  [[nodiscard]] uint32_t newest() const;
  /// Of an environment that is no other one with names replaced.
  [[nodiscard]] const Mentions &mentions() const;

private:
  enum : uint8_t { Structures = 1, Types = 2, Values = 4 };

  mutable SymbolMap<const Environment *> structureMap;
  mutable SymbolMap<const TypeStructure *> typeMap;
  mutable SymbolMap<const ValueInfo *> valueMap;
  const Environment *replaced = nullptr;
  Realiser *replacing = nullptr;
  /// The maps that are not made yet.
  mutable uint8_t waiting = 0;
  mutable std::unique_ptr<const Mentions> mentioned;

  void makeAll() const;
  /// A map to add to. The environment is that of no other one any more.
  template <typename Map> Map &own(Map &map) {
    makeAll();
    replaced = nullptr;
    replacing = nullptr;
    mentioned.reset();
    return map;
  }
};

/// Σ = (T)E: an environment in which the flexible type names may stand for others.
struct Signature {
  std::vector<TypeName *> flexible;
  const Environment *environment = nullptr;
};

/// Whether Λ(α₁, …, αₙ).τ admits equality if the αs do.
[[nodiscard]] bool admitsEquality(const TypeFunction &function);

} // namespace tactus::pml

#endif
