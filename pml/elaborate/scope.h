//===- scope.h - what names mean where they stand -------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_ELABORATE_SCOPE_H
#define TACTUS_PML_ELABORATE_SCOPE_H

#include "pml/syntax/fixity.h"
#include "typed.h"

#include <unordered_map>

namespace tactus::pml {

struct ValueEntry {
  const ValueInfo *info = nullptr;
  /// Null for constructors and overloaded values, which need none.
  const typed::Access *access = nullptr;
  friend bool operator==(const ValueEntry &, const ValueEntry &) = default;
};
struct StructureEntry {
  const Environment *environment = nullptr;
  const typed::Access *access = nullptr;
  friend bool operator==(const StructureEntry &, const StructureEntry &) = default;
};

/// What a file, a basis or a part of one declares, in order; a later entry hides an earlier one of the same name.
struct Bindings {
  std::vector<std::pair<Symbol, ValueEntry>> values;
  std::vector<std::pair<Symbol, const TypeStructure *>> types;
  std::vector<std::pair<Symbol, StructureEntry>> structures;
  std::vector<std::pair<Symbol, const Signature *>> signatures;
  std::vector<std::pair<Symbol, const typed::FunctorVariable *>> functors;
  syntax::FixityList fixity;
};

/// One class of names: a table, and how to undo what was added since a mark.
template <typename Value> class ScopedTable {
public:
  /// The innermost entry, or an empty one.
  [[nodiscard]] Value find(Symbol name) const {
    auto found = current.find(name);
    return found == current.end() ? Value{} : found->second;
  }
  void bind(Symbol name, Value value) {
    Value &place = current[name];
    log.push_back({name, place, value});
    place = value;
  }
  [[nodiscard]] size_t mark() const { return log.size(); }
  [[nodiscard]] std::vector<std::pair<Symbol, Value>> since(size_t mark) const {
    std::vector<std::pair<Symbol, Value>> entries;
    for (size_t index = mark; index < log.size(); ++index)
      entries.emplace_back(log[index].name, log[index].value);
    return entries;
  }
  void leave(size_t mark) {
    while (log.size() > mark) {
      current[log.back().name] = log.back().before;
      log.pop_back();
    }
  }
  /// All names that mean something, for suggestions.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto &[name, value] : current)
      if (!(value == Value{}))
        all.push_back(name.text());
    return all;
  }

private:
  struct Step {
    Symbol name;
    Value before;
    Value value;
  };
  std::unordered_map<Symbol, Value> current;
  std::vector<Step> log;
};

class Scope {
public:
  ScopedTable<ValueEntry> values;
  ScopedTable<const TypeStructure *> types;
  ScopedTable<StructureEntry> structures;
  ScopedTable<const Signature *> signatures;
  ScopedTable<const typed::FunctorVariable *> functors;

  struct Mark {
    size_t values, types, structures, signatures, functors;
  };
  [[nodiscard]] Mark mark() const {
    return {values.mark(), types.mark(), structures.mark(), signatures.mark(), functors.mark()};
  }
  [[nodiscard]] Bindings since(const Mark &mark) const {
    return {values.since(mark.values),         types.since(mark.types),       structures.since(mark.structures),
            signatures.since(mark.signatures), functors.since(mark.functors), {}};
  }
  void leave(const Mark &mark) {
    values.leave(mark.values);
    types.leave(mark.types);
    structures.leave(mark.structures);
    signatures.leave(mark.signatures);
    functors.leave(mark.functors);
  }
  void bindAll(const Bindings &bindings) {
    for (const auto &[name, value] : bindings.values)
      values.bind(name, value);
    for (const auto &[name, value] : bindings.types)
      types.bind(name, value);
    for (const auto &[name, value] : bindings.structures)
      structures.bind(name, value);
    for (const auto &[name, value] : bindings.signatures)
      signatures.bind(name, value);
    for (const auto &[name, value] : bindings.functors)
      functors.bind(name, value);
  }
};

} // namespace tactus::pml

#endif
