//===- realise.cpp - environments with type names replaced ---------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "realise.h"

#include "seen.h"

#include <tuple>
#include <unordered_set>

namespace tactus::pml {

namespace {

/// The type names in types, each once.
class NameFinder {
public:
  explicit NameFinder(uint32_t firstBirth) : birth(firstBirth) {}

  Mentions found;

  void look(const Environment &environment) {
    if (environment.newest() < birth)
      return;
    const Environment *original = environment.original();
    const Mentions &all = (original ? original : &environment)->mentions();
    if (original && !all.areAll)
      return lookInside(environment);
    found.areAll = found.areAll && all.areAll;
    found.newest = std::max(found.newest, original ? 0 : all.newest);
    for (TypeName *name : all.names)
      if (const TypeFunction *meaning = original ? environment.realiser()->meaning(name) : nullptr)
        look(meaning->body);
      else
        add(name);
  }

  void lookInside(const Environment &environment) {
    for (const auto &[name, structure] : environment.structures())
      look(*structure);
    for (const auto &[name, type] : environment.types()) {
      look(type->function->body);
      for (const ValueInfo *constructor : type->constructors)
        look(constructor->scheme.type);
    }
    for (const auto &[name, value] : environment.values())
      look(value->scheme.type);
  }

  void look(Type *type) {
    type = resolve(type);
    Depth level(depth, DeepestType, {}, "types are nested");
    if ((type->isClosed && type->newestBirth < birth) || !seen.insert(type).second)
      return;
    if (auto *variable = as<TypeVariable>(type)) {
      if (variable->level != GenericLevel && !variable->isRigid && variable->birth > 0) {
        found.areAll = false;
        found.newest = std::max(found.newest, variable->birth - 1);
      }
    } else if (auto *constructed = as<ConstructedType>(type)) {
      add(constructed->name);
      for (Type *argument : constructed->arguments)
        look(argument);
    } else if (auto *function = as<FunctionType>(type)) {
      look(function->from);
      look(function->to);
    } else if (auto *record = as<RecordType>(type))
      for (const TypeField &field : record->fields)
        look(field.type);
  }

private:
  uint32_t birth;
  uint32_t depth = 0;
  std::unordered_set<const void *> seen;

  void add(TypeName *name) {
    if (name->birth < birth || !seen.insert(name).second)
      return;
    found.names.push_back(name);
    found.newest = std::max(found.newest, name->birth);
  }
};

} // namespace

class Realiser::Step {
public:
  Step(TypeFactory &typeFactory, const Realisation &meanings) : names(meanings), substitution(typeFactory, &names) {
    NameFinder images(0);
    for (const auto &[name, meaning] : names) {
      oldest = std::min(oldest, name->birth);
      images.look(meaning->body);
    }
    newest = images.found.newest;
  }

  const Realisation names;
  Substitution substitution;
  uint32_t oldest = UINT32_MAX, newest = 0;
};

const Environment *Realiser::apply(const Environment &environment) {
  if (environment.newest() < oldest())
    return &environment;
  const Environment *&made = environments[&environment];
  if (!made)
    made = environment.original() ? arena.make<Environment>(*environment.original(), *after(environment.realiser()))
                                  : arena.make<Environment>(environment, *this);
  return made;
}

const TypeStructure *Realiser::apply(const TypeStructure *type) {
  const TypeStructure *&known = structures[type];
  if (known)
    return known;
  Type *body = apply(type->function->body);
  bool isChanged = body != type->function->body;
  TypeStructure copy{isChanged ? arena.make<TypeFunction>(type->function->parameters, body) : type->function,
                     type->constructors, type->place};
  for (const ValueInfo *&constructor : copy.constructors) {
    const ValueInfo *made = apply(constructor);
    isChanged = isChanged || made != constructor;
    constructor = made;
  }
  return known = isChanged ? arena.make<TypeStructure>(std::move(copy)) : type;
}

const ValueInfo *Realiser::apply(const ValueInfo *value) {
  const ValueInfo *&known = values[value];
  if (known)
    return known;
  Type *type = apply(value->scheme.type);
  if (type == value->scheme.type)
    return known = value;
  auto *copy = arena.make<ValueInfo>(*value);
  copy->scheme.type = type;
  return known = copy;
}

Type *Realiser::apply(Type *type) { return step.substitution.apply(before ? before->apply(type) : type); }

const TypeFunction *Realiser::meaning(const TypeName *name) {
  const TypeFunction *earlier = before ? before->meaning(name) : nullptr;
  if (!earlier) {
    auto found = step.names.find(name);
    return found == step.names.end() ? nullptr : found->second;
  }
  const TypeFunction *&known = meanings[name];
  if (!known) {
    Type *body = step.substitution.apply(earlier->body);
    known = body == earlier->body ? earlier : arena.make<TypeFunction>(earlier->parameters, body);
  }
  return known;
}

uint32_t Realiser::oldest() const { return before ? std::min(before->oldest(), step.oldest) : step.oldest; }

uint32_t Realiser::newest() const { return before ? std::max(before->newest(), step.newest) : step.newest; }

/// What another one does, and then this one.
Realiser *Realiser::after(Realiser *first) {
  Realiser *&made = continued[first];
  if (!made)
    made = arena.make<Realiser>(arena, step, before ? before->after(first) : first);
  return made;
}

Environment::Environment(const Environment &from, Realiser &by)
    : replaced(&from), replacing(&by), waiting(Structures | Types | Values) {}

template <typename Part, typename Make>
static void fill(SymbolMap<Part> &map, const SymbolMap<Part> &original, Make make) {
  map = original;
  for (auto &[name, part] : map)
    part = make(part);
}

const SymbolMap<const Environment *> &Environment::structures() const {
  if (waiting & Structures)
    fill(structureMap, replaced->structures(), [&](const Environment *part) { return replacing->apply(*part); });
  waiting &= ~Structures;
  return structureMap;
}

const SymbolMap<const TypeStructure *> &Environment::types() const {
  if (waiting & Types)
    fill(typeMap, replaced->types(), [&](const TypeStructure *part) { return replacing->apply(part); });
  waiting &= ~Types;
  return typeMap;
}

const SymbolMap<const ValueInfo *> &Environment::values() const {
  if (waiting & Values)
    fill(valueMap, replaced->values(), [&](const ValueInfo *part) { return replacing->apply(part); });
  waiting &= ~Values;
  return valueMap;
}

const Environment *Environment::structure(Symbol name) const {
  if (!(waiting & Structures))
    return structureMap.find(name);
  const Environment *found = replaced->structures().find(name);
  return found ? replacing->apply(*found) : nullptr;
}

const TypeStructure *Environment::type(Symbol name) const {
  if (!(waiting & Types))
    return typeMap.find(name);
  const TypeStructure *found = replaced->types().find(name);
  return found ? replacing->apply(found) : nullptr;
}

const ValueInfo *Environment::value(Symbol name) const {
  if (!(waiting & Values))
    return valueMap.find(name);
  const ValueInfo *found = replaced->values().find(name);
  return found ? replacing->apply(found) : nullptr;
}

void Environment::makeAll() const {
  std::ignore = structures();
  std::ignore = types();
  std::ignore = values();
}

uint32_t Environment::newest() const {
  return replaced ? std::max(replaced->newest(), replacing->newest()) : mentions().newest;
}

const Mentions &Environment::mentions() const {
  if (!mentioned) {
    NameFinder finder(0);
    finder.lookInside(*this);
    mentioned = std::make_unique<Mentions>(std::move(finder.found));
  }
  return *mentioned;
}

const Environment *realise(Arena &arena, TypeFactory &types, const Environment &environment,
                           const Realisation &realisation) {
  if (realisation.empty())
    return &environment;
  auto *step = arena.make<Realiser::Step>(types, realisation);
  return arena.make<Realiser>(arena, *step, nullptr)->apply(environment);
}

std::vector<TypeName *> namesBornSince(const Environment &environment, uint32_t birth) {
  NameFinder finder(birth);
  finder.look(environment);
  return std::move(finder.found.names);
}

std::vector<TypeName *> namesBornSince(Type *type, uint32_t birth) {
  NameFinder finder(birth);
  finder.look(type);
  return std::move(finder.found.names);
}

} // namespace tactus::pml
