//===- environment.cpp - semantic objects of modules -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "environment.h"

#include "seen.h"

#include <unordered_set>

namespace tactus::pml {

namespace {

/// Copies what changes of an environment. What is shared by several parts of it stays shared.
class Realiser {
public:
  Realiser(Arena &objects, TypeFactory &typeFactory, const Realisation &names)
      : arena(objects), substitution(typeFactory, &names) {}

  const Environment *realise(const Environment &environment) {
    if (auto known = environments.find(&environment); known != environments.end())
      return known->second;
    Environment copy = environment;
    bool isChanged = false;
    auto replace = [&](auto &part, const auto *made) {
      isChanged = isChanged || part != made;
      part = made;
    };
    for (auto &[name, structure] : copy.structures)
      replace(structure, realise(*structure));
    for (auto &[name, type] : copy.types)
      replace(type, realise(type));
    for (auto &[name, value] : copy.values)
      replace(value, realise(value));
    return environments[&environment] = isChanged ? arena.make<Environment>(std::move(copy)) : &environment;
  }

  const TypeFunction *realise(const TypeFunction &function) {
    Type *body = substitution.apply(function.body);
    return body == function.body ? &function : arena.make<TypeFunction>(function.parameters, body);
  }

private:
  Arena &arena;
  Substitution substitution;
  std::unordered_map<const Environment *, const Environment *> environments;
  std::unordered_map<const TypeStructure *, const TypeStructure *> structures;
  std::unordered_map<const ValueInfo *, const ValueInfo *> values;

  const TypeStructure *realise(const TypeStructure *type) {
    const TypeStructure *&known = structures[type];
    if (known)
      return known;
    TypeStructure copy{realise(*type->function), type->constructors, type->place};
    bool isChanged = copy.function != type->function;
    for (const ValueInfo *&constructor : copy.constructors) {
      const ValueInfo *made = realise(constructor);
      isChanged = isChanged || made != constructor;
      constructor = made;
    }
    return known = isChanged ? arena.make<TypeStructure>(std::move(copy)) : type;
  }

  const ValueInfo *realise(const ValueInfo *value) {
    const ValueInfo *&known = values[value];
    if (!known) {
      Type *type = substitution.apply(value->scheme.type);
      if (type == value->scheme.type)
        return known = value;
      auto *copy = arena.make<ValueInfo>(*value);
      copy->scheme.type = type;
      known = copy;
    }
    return known;
  }
};

class BirthCollector {
public:
  explicit BirthCollector(uint32_t firstBirth) : birth(firstBirth) {}

  void collect(const Environment &environment) {
    if (!seen.insert(&environment).second)
      return;
    for (const auto &[name, structure] : environment.structures)
      collect(*structure);
    for (const auto &[name, type] : environment.types) {
      collect(type->function->body);
      for (const ValueInfo *constructor : type->constructors)
        collect(constructor->scheme.type);
    }
    for (const auto &[name, value] : environment.values)
      collect(value->scheme.type);
  }
  std::vector<TypeName *> found;

private:
  uint32_t birth;
  uint32_t depth = 0;
  std::unordered_set<const void *> seen;

  void collect(Type *type) {
    type = resolve(type);
    Depth level(depth, DeepestType, {}, "types are nested");
    if ((type->isClosed && type->newestBirth < birth) || !seen.insert(type).second)
      return;
    if (auto *constructed = as<ConstructedType>(type)) {
      if (constructed->name->birth >= birth && seen.insert(constructed->name).second)
        found.push_back(constructed->name);
      for (Type *argument : constructed->arguments)
        collect(argument);
    } else if (auto *function = as<FunctionType>(type)) {
      collect(function->from);
      collect(function->to);
    } else if (auto *record = as<RecordType>(type))
      for (const TypeField &field : record->fields)
        collect(field.type);
  }
};

bool typeAdmitsEquality(Type *type, SeenParts &seen, uint32_t &depth) {
  Depth level(depth, DeepestType, {}, "types are nested");
  type = resolve(type);
  if (type->kind == Type::Kind::Variable || !seen.add(type))
    return true;
  if (auto *record = as<RecordType>(type))
    return std::all_of(record->fields.begin(), record->fields.end(),
                       [&](const TypeField &field) { return typeAdmitsEquality(field.type, seen, depth); });
  auto *constructed = as<ConstructedType>(type);
  if (!constructed)
    return false;
  return constructed->name->isReference ||
         (constructed->name->admitsEquality &&
          std::all_of(constructed->arguments.begin(), constructed->arguments.end(),
                      [&](Type *argument) { return typeAdmitsEquality(argument, seen, depth); }));
}

} // namespace

const Environment *realise(Arena &arena, TypeFactory &types, const Environment &environment,
                           const Realisation &realisation) {
  return realisation.empty() ? &environment : Realiser(arena, types, realisation).realise(environment);
}

const TypeFunction *realise(Arena &arena, TypeFactory &types, const TypeFunction &function,
                            const Realisation &realisation) {
  return Realiser(arena, types, realisation).realise(function);
}

bool admitsEquality(const TypeFunction &function) {
  SeenParts seen;
  uint32_t depth = 0;
  return typeAdmitsEquality(function.body, seen, depth);
}

std::vector<TypeName *> namesBornSince(const Environment &environment, uint32_t birth) {
  BirthCollector collector(birth);
  collector.collect(environment);
  return std::move(collector.found);
}

} // namespace tactus::pml
