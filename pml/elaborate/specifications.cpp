//===- specifications.cpp - what signatures specify -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Definition (Revised), rules 68 to 83. A specification adds to the signature so far, and to the scope, where the
// specifications after it find its types and structures.
//
//===----------------------------------------------------------------------===//
#include "elaborator.h"

namespace tactus::pml {

namespace {

/// The environment that a signature is building. It is shared with nobody until the signature is complete.
Environment &building(Signature &signature) { return *const_cast<Environment *>(signature.environment); }

} // namespace

void Elaborator::specifyValue(Signature &signature, Symbol name, const ValueInfo *value, Place place) {
  if (signature.environment->values.find(name))
    diagnostics.error(place, "the value '" + name.text() + "' is specified twice in this signature");
  building(signature).values.set(name, value);
}

void Elaborator::specifyType(Signature &signature, Symbol name, const TypeStructure *type, Place place) {
  if (signature.environment->types.find(name))
    diagnostics.error(place, "the type '" + name.text() + "' is specified twice in this signature");
  building(signature).types.set(name, type);
  scope.types.bind(name, type);
  for (const ValueInfo *constructor : type->constructors) {
    specifyValue(signature, constructor->name, constructor, place);
    scope.values.bind(constructor->name, {constructor, nullptr});
  }
}

void Elaborator::specifyStructure(Signature &signature, Symbol name, const Environment *structure, Place place) {
  if (signature.environment->structures.find(name))
    diagnostics.error(place, "the structure '" + name.text() + "' is specified twice in this signature");
  building(signature).structures.set(name, structure);
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
    for (const auto &[name, structure] : included.environment->structures)
      specifyStructure(signature, name, structure, place);
    for (const auto &[name, type] : included.environment->types) {
      auto *withoutConstructors = arena.make<TypeStructure>(*type);
      withoutConstructors->constructors.clear();
      specifyType(signature, name, withoutConstructors, place);
      building(signature).types.set(name, type);
      scope.types.bind(name, type);
    }
    for (const auto &[name, value] : included.environment->values)
      specifyValue(signature, name, value, place);
  }
}

/// A type of the signature so far, by its path; null after an error.
const TypeStructure *Elaborator::findSpecifiedType(const Environment &environment, const syntax::LongName &name) {
  const Environment *inner = &environment;
  for (Symbol structure : name.qualifiers) {
    inner = inner->structures.find(structure);
    if (!inner) {
      diagnostics.error(name.place, "the signature specifies no structure '" + structure.text() + "' here");
      return nullptr;
    }
  }
  const TypeStructure *found = inner->types.find(name.name);
  if (!found)
    diagnostics.error(name.place, "the signature specifies no type '" + name.name.text() + "' here");
  return found;
}

/// Makes flexible types of the signature one type.
void Elaborator::shareTypes(Signature &signature, const std::vector<const TypeStructure *> &structures, Place place) {
  std::vector<TypeName *> names;
  for (const TypeStructure *structure : structures) {
    TypeName *name = flexibleName(signature, *structure);
    bool isNew = std::find(names.begin(), names.end(), name) == names.end();
    if (!name) {
      diagnostics.error(place, "only types that the signature leaves open can be shared",
                        structure->place.isKnown() ? std::vector<Note>{{structure->place, "this type is not open"}}
                                                   : std::vector<Note>{});
      return;
    }
    if (!names.empty() && name->arity != names[0]->arity) {
      diagnostics.error(place, "types with different numbers of arguments cannot be shared: '" + names[0]->name.text() +
                                   "' takes " + std::to_string(names[0]->arity) + ", '" + name->name.text() +
                                   "' takes " + std::to_string(name->arity));
      return;
    }
    if (isNew)
      names.push_back(name);
  }
  if (names.size() < 2)
    return;
  Realisation realisation;
  for (size_t index = 1; index < names.size(); ++index) {
    names[0]->admitsEquality |= names[index]->admitsEquality;
    realisation[names[index]] = types.functionOf(names[0]);
  }
  realiseSignature(signature, realisation);
  for (const auto &[name, type] : signature.environment->types)
    scope.types.bind(name, type);
  for (const auto &[name, structure] : signature.environment->structures)
    scope.structures.bind(name, {structure, nullptr});
}

/// Shares the types that at least two of the structures have, also in inner structures.
void Elaborator::shareStructures(Signature &signature, const std::vector<const Environment *> &structures,
                                 Place place) {
  std::vector<std::vector<Symbol>> paths;
  std::function<void(const Environment &, std::vector<Symbol>)> collect = [&](const Environment &environment,
                                                                              const std::vector<Symbol> &prefix) {
    auto extend = [&](Symbol name) {
      std::vector<Symbol> path = prefix;
      path.push_back(name);
      return path;
    };
    for (const auto &[name, type] : environment.types)
      if (std::vector<Symbol> path = extend(name); std::find(paths.begin(), paths.end(), path) == paths.end())
        paths.push_back(path);
    for (const auto &[name, inner] : environment.structures)
      collect(*inner, extend(name));
  };
  for (const Environment *structure : structures)
    collect(*structure, {});
  std::vector<std::vector<const TypeStructure *>> groups;
  for (const std::vector<Symbol> &path : paths) {
    std::vector<const TypeStructure *> group;
    for (const Environment *environment : structures) {
      for (size_t index = 0; environment && index + 1 < path.size(); ++index)
        environment = environment->structures.find(path[index]);
      if (const TypeStructure *found = environment ? environment->types.find(path.back()) : nullptr)
        group.push_back(found);
    }
    if (group.size() > 1)
      groups.push_back(std::move(group));
  }
  // Each sharing replaces type names, so that the groups after it have to be read again through what it replaced.
  Realisation replaced;
  for (std::vector<const TypeStructure *> &group : groups) {
    std::vector<TypeName *> before = signature.flexible;
    for (const TypeStructure *&type : group)
      type =
          arena.make<TypeStructure>(realise(arena, types, *type->function, replaced), type->constructors, type->place);
    shareTypes(signature, group, place);
    TypeName *kept = nameOf(*group[0]->function);
    for (const TypeName *name : before)
      if (kept && std::find(signature.flexible.begin(), signature.flexible.end(), name) == signature.flexible.end())
        replaced[name] = types.functionOf(kept);
  }
}

void Elaborator::specify(const syntax::SharingSpecification &form, Place place, Signature &signature) {
  if (form.ofTypes) {
    std::vector<const TypeStructure *> structures;
    for (const syntax::LongName &name : form.names)
      if (const TypeStructure *found = findSpecifiedType(*signature.environment, name))
        structures.push_back(found);
    return shareTypes(signature, structures, place);
  }
  std::vector<const Environment *> structures;
  for (const syntax::LongName &name : form.names) {
    const Environment *inner = signature.environment;
    std::vector<Symbol> path = name.qualifiers;
    path.push_back(name.name);
    for (size_t index = 0; inner && index < path.size(); ++index)
      inner = inner->structures.find(path[index]);
    if (inner)
      structures.push_back(inner);
    else
      diagnostics.error(name.place, "the signature specifies no structure '" + name.name.text() + "' here");
  }
  shareStructures(signature, structures, place);
}

} // namespace tactus::pml
