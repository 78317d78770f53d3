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

struct Environment {
  SymbolMap<const Environment *> structures;
  SymbolMap<const TypeStructure *> types;
  SymbolMap<const ValueInfo *> values;
};

/// Σ = (T)E: an environment in which the flexible type names may stand for others.
struct Signature {
  std::vector<TypeName *> flexible;
  const Environment *environment = nullptr;
};

/// A copy of an environment with type names replaced. Parts in which nothing changes may be shared.
[[nodiscard]] const Environment *realise(Arena &arena, TypeFactory &types, const Environment &environment,
                                         const Realisation &realisation);
[[nodiscard]] const TypeFunction *realise(Arena &arena, TypeFactory &types, const TypeFunction &function,
                                          const Realisation &realisation);

/// Whether Λ(α₁, …, αₙ).τ admits equality if the αs do.
[[nodiscard]] bool admitsEquality(const TypeFunction &function);

/// The type names that are born from a number on and that the environment mentions, each once.
[[nodiscard]] std::vector<TypeName *> namesBornSince(const Environment &environment, uint32_t birth);

} // namespace tactus::pml

#endif
