//===- specifications.cpp - what signatures specify -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Definition (Revised), rules 68 to 83. A specification adds to the signature so far, and to the scope, where the
// specifications after it find its types and structures.
//
//===----------------------------------------------------------------------===//
#include "elaborator.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace tactus::pml {

namespace {

/// The environment that a signature is building. It is shared with nobody until the signature is complete.
Environment &building(Signature &signature) { return *const_cast<Environment *>(signature.environment); }

} // namespace

void Elaborator::specifyValue(Signature &signature, Symbol name, const ValueInfo *value, Place place) {
  if (signature.environment->value(name))
    diagnostics.error(place, "the value '" + name.text() + "' is specified twice in this signature");
  building(signature).set(name, value);
}

void Elaborator::specifyType(Signature &signature, Symbol name, const TypeStructure *type, Place place) {
  if (signature.environment->type(name))
    diagnostics.error(place, "the type '" + name.text() + "' is specified twice in this signature");
  building(signature).set(name, type);
  scope.types.bind(name, type);
  for (const ValueInfo *constructor : type->constructors) {
    specifyValue(signature, constructor->name, constructor, place);
    scope.values.bind(constructor->name, {constructor, nullptr});
  }
}

void Elaborator::specifyStructure(Signature &signature, Symbol name, const Environment *structure, Place place) {
  if (signature.environment->structure(name))
    diagnostics.error(place, "the structure '" + name.text() + "' is specified twice in this signature");
  building(signature).set(name, structure);
  scope.structures.bind(name, {structure, nullptr});
}

/// The type of a specification, and the type variables in it, which are bound by being used.
std::pair<std::vector<TypeVariable *>, Type *> Elaborator::specifiedType(const syntax::TypeExpression &expression) {
  std::vector<TypeVariable *> variables;
  std::unordered_map<Symbol, TypeVariable *> outer = std::move(typeVariables);
  typeVariables.clear();
  auto *outerImplicit = std::exchange(implicitVariables, &variables);
  Type *specified = type(expression);
  implicitVariables = outerImplicit;
  typeVariables = std::move(outer);
  return {std::move(variables), specified};
}

void Elaborator::specify(const syntax::ValueSpecification &form, Place, Signature &signature) {
  for (const syntax::ValueSpecification::Item &item : form.items) {
    checkRebinding(item.name, false);
    auto *info = arena.make<ValueInfo>();
    info->name = item.name.symbol;
    info->place = item.name.place;
    std::tie(info->scheme.quantified, info->scheme.type) = specifiedType(*item.type);
    specifyValue(signature, item.name.symbol, info, item.name.place);
  }
}

void Elaborator::specify(const syntax::TypeSpecification &form, Place, Signature &signature) {
  for (const syntax::TypeBinding &item : form.items) {
    auto *structure = arena.make<TypeStructure>();
    structure->place = item.name.place;
    if (item.type)
      structure->function = typeFunction(item.parameters, *item.type);
    else {
      TypeName *name = types.name(item.name.symbol, static_cast<uint32_t>(item.parameters.size()), form.admitsEquality,
                                  item.name.place);
      signature.flexible.push_back(name);
      structure->function = types.functionOf(name);
    }
    specifyType(signature, item.name.symbol, structure, item.name.place);
  }
}

void Elaborator::specify(const syntax::DatatypeSpecification &form, Place, Signature &signature) {
  Scope::Mark mark = scope.mark();
  typed::DatatypeDeclaration made = datatypes(form.types);
  std::vector<const TypeStructure *> abbreviations;
  for (const syntax::TypeBinding &binding : form.types.abbreviations)
    abbreviations.push_back(scope.types.find(binding.name.symbol));
  scope.leave(mark);
  for (const typed::DatatypeDeclaration::Datatype &datatype : made.datatypes) {
    signature.flexible.push_back(const_cast<TypeName *>(datatype.name));
    specifyType(signature, datatype.name->name, datatype.structure, datatype.name->place);
  }
  for (size_t index = 0; index < abbreviations.size(); ++index) {
    const syntax::Name &name = form.types.abbreviations[index].name;
    specifyType(signature, name.symbol, abbreviations[index], name.place);
  }
}

void Elaborator::specify(const syntax::ReplicationSpecification &form, Place, Signature &signature) {
  if (const TypeStructure *original = findType(form.replication.original))
    specifyType(signature, form.replication.name.symbol, original, form.replication.name.place);
}

void Elaborator::specify(const syntax::ExceptionSpecification &form, Place, Signature &signature) {
  for (const syntax::ConstructorBinding &item : form.items) {
    checkRebinding(item.name, true);
    auto *info = arena.make<ValueInfo>();
    info->name = item.name.symbol;
    info->status = ValueStatus::Exception;
    info->hasArgument = item.argument != nullptr;
    info->place = item.name.place;
    // No type variables: an exception is not polymorphic.
    withTypeParameters({}, [&] {
      info->scheme.type = item.argument ? types.function(type(*item.argument), builtins.exception) : builtins.exception;
    });
    specifyValue(signature, item.name.symbol, info, item.name.place);
  }
}

void Elaborator::specify(const syntax::StructureSpecification &form, Place, Signature &signature) {
  std::vector<Signature> structures;
  structures.reserve(form.items.size());
  for (const syntax::StructureSpecification::Item &item : form.items)
    structures.push_back(this->signature(*item.signature));
  for (size_t index = 0; index < structures.size(); ++index) {
    Signature &inner = structures[index];
    if (!inner.environment)
      continue;
    signature.flexible.insert(signature.flexible.end(), inner.flexible.begin(), inner.flexible.end());
    specifyStructure(signature, form.items[index].name.symbol, inner.environment, form.items[index].name.place);
  }
}

void Elaborator::specify(const syntax::IncludeSpecification &form, Place place, Signature &signature) {
  for (const syntax::SignatureExpression *expression : form.signatures) {
    Signature included = this->signature(*expression);
    if (!included.environment)
      continue;
    signature.flexible.insert(signature.flexible.end(), included.flexible.begin(), included.flexible.end());
    for (const auto &[name, structure] : included.environment->structures())
      specifyStructure(signature, name, structure, place);
    for (const auto &[name, type] : included.environment->types()) {
      auto *withoutConstructors = arena.make<TypeStructure>(*type);
      withoutConstructors->constructors.clear();
      specifyType(signature, name, withoutConstructors, place);
      building(signature).set(name, type);
      scope.types.bind(name, type);
    }
    for (const auto &[name, value] : included.environment->values())
      specifyValue(signature, name, value, place);
  }
}

/// A type of the signature so far, by its path; null after an error.
const TypeStructure *Elaborator::findSpecifiedType(const Environment &environment, const syntax::LongName &name) {
  const Environment *inner = &environment;
  for (Symbol structure : name.qualifiers) {
    inner = inner->structure(structure);
    if (!inner) {
      diagnostics.error(name.place, "the signature specifies no structure '" + structure.text() + "' here");
      return nullptr;
    }
  }
  const TypeStructure *found = inner->type(name.name);
  if (!found)
    diagnostics.error(name.place, "the signature specifies no type '" + name.name.text() + "' here");
  return found;
}

/// Types that become one: each stands for the first of its class (R. Tarjan, "Efficiency of a good but not linear set
/// union algorithm", 1975).
class Sharing {
public:
  explicit Sharing(const Signature &signature) : flexible(signature.flexible.begin(), signature.flexible.end()) {}

  /// The first of the type's class; null if the signature does not leave it open.
  TypeName *find(const TypeStructure &structure) {
    TypeName *name = nameOf(*structure.function);
    return name && flexible.contains(name) ? root(name) : nullptr;
  }
  void unite(TypeName *kept, TypeName *other) {
    if (kept == other)
      return;
    kept->admitsEquality |= other->admitsEquality;
    standsFor[other] = kept;
    replaced.push_back(other);
  }
  Realisation realisation(TypeFactory &types) {
    Realisation made;
    for (TypeName *name : replaced)
      made[name] = types.functionOf(root(name));
    return made;
  }

private:
  std::unordered_set<const TypeName *> flexible;
  std::unordered_map<TypeName *, TypeName *> standsFor;
  std::vector<TypeName *> replaced;

  TypeName *root(TypeName *name) {
    TypeName *first = name;
    for (auto next = standsFor.find(first); next != standsFor.end(); next = standsFor.find(first))
      first = next->second;
    while (name != first)
      name = std::exchange(standsFor[name], first);
    return first;
  }
};

namespace {

/// The structures of the same name in some of the environments, and what an action makes of each name once.
template <typename Part>
void forEachShared(const std::vector<const Environment *> &environments,
                   const SymbolMap<Part> &(Environment::*map)() const,
                   const std::function<void(const std::vector<Part> &)> &action) {
  for (size_t first = 0; first < environments.size(); ++first)
    for (const auto &[name, part] : (environments[first]->*map)()) {
      auto hasName = [&](const Environment *environment) { return (environment->*map)().find(name) != nullptr; };
      if (std::any_of(environments.begin(), environments.begin() + static_cast<ptrdiff_t>(first), hasName))
        continue;
      std::vector<Part> parts;
      for (size_t index = first; index < environments.size(); ++index)
        if (Part found = (environments[index]->*map)().find(name))
          parts.push_back(found);
      if (parts.size() > 1)
        action(parts);
    }
}

} // namespace

/// Makes flexible types one type in each group.
void Elaborator::shareTypes(Sharing &sharing, const std::vector<std::vector<const TypeStructure *>> &groups,
                            Place place) {
  for (const std::vector<const TypeStructure *> &group : groups) {
    TypeName *kept = nullptr;
    for (const TypeStructure *structure : group) {
      TypeName *name = sharing.find(*structure);
      if (!name) {
        diagnostics.error(place, "only types that the signature leaves open can be shared",
                          structure->place.isKnown() ? std::vector<Note>{{structure->place, "this type is not open"}}
                                                     : std::vector<Note>{});
        break;
      }
      if (kept && name->arity != kept->arity) {
        diagnostics.error(place, "types with different numbers of arguments cannot be shared: '" + kept->name.text() +
                                     "' takes " + std::to_string(kept->arity) + ", '" + name->name.text() + "' takes " +
                                     std::to_string(name->arity));
        break;
      }
      kept = kept ? kept : name;
      sharing.unite(kept, name);
    }
  }
}

/// The types that at least two of the structures have, also in inner structures.
static void collectShared(const std::vector<const Environment *> &structures,
                          std::vector<std::vector<const TypeStructure *>> &groups) {
  forEachShared<const TypeStructure *>(structures, &Environment::types,
                                       [&](const auto &group) { groups.push_back(group); });
  forEachShared<const Environment *>(structures, &Environment::structures,
                                     [&](const auto &inner) { collectShared(inner, groups); });
}

/// The types that a specification makes one, in groups.
std::vector<std::vector<const TypeStructure *>> Elaborator::shared(const syntax::SharingSpecification &form,
                                                                   const Environment &environment) {
  std::vector<std::vector<const TypeStructure *>> groups;
  if (form.ofTypes) {
    groups.emplace_back();
    for (const syntax::LongName &name : form.names)
      if (const TypeStructure *found = findSpecifiedType(environment, name))
        groups.back().push_back(found);
    return groups;
  }
  std::vector<const Environment *> structures;
  for (const syntax::LongName &name : form.names) {
    const Environment *inner = &environment;
    std::vector<Symbol> path = name.qualifiers;
    path.push_back(name.name);
    for (size_t index = 0; inner && index < path.size(); ++index)
      inner = inner->structure(path[index]);
    if (inner)
      structures.push_back(inner);
    else
      diagnostics.error(name.place, "the signature specifies no structure '" + name.name.text() + "' here");
  }
  collectShared(structures, groups);
  return groups;
}

/// What specifications of sharing that follow each other say together: the signature is realised once for all of them.
void Elaborator::share(std::span<const syntax::Specification *const> specifications, Signature &signature) {
  Sharing sharing(signature);
  for (const syntax::Specification *specification : specifications)
    shareTypes(sharing, shared(std::get<syntax::SharingSpecification>(specification->form), *signature.environment),
               specification->place);
  Realisation realisation = sharing.realisation(types);
  if (realisation.empty())
    return;
  realiseSignature(signature, realisation);
  for (const auto &[name, type] : signature.environment->types())
    scope.types.bind(name, type);
  for (const auto &[name, structure] : signature.environment->structures())
    scope.structures.bind(name, {structure, nullptr});
}

} // namespace tactus::pml
