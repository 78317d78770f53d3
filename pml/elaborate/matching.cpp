//===- matching.cpp - structures against signatures --------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Definition (Revised), sections 5.6 (matching) and 5.5 (enrichment). First the realisation is read off by path: what
// the structure has where the signature has a flexible type name. Then the structure has to enrich the signature
// under the realisation. Every component that is missing or wrong is reported.
//
//===----------------------------------------------------------------------===//
#include "elaborator.h"

#include "pml/types/print_type.h"

namespace tactus::pml {

namespace {

std::string extend(const std::string &path, Symbol name) {
  return path.empty() ? name.text() : path + "." + name.text();
}

std::vector<Note> specifiedAt(Place place) {
  return place.isKnown() ? std::vector<Note>{{place, "it is specified here"}} : std::vector<Note>{};
}

} // namespace

Elaborator::Matching Elaborator::match(const Signature &signature, const Environment &structure, Place place,
                                       const char *what) {
  Matching matching;
  MatchContext context{place, what, ""};
  FlexibleNames flexible(signature.flexible.begin(), signature.flexible.end());
  findRealisation(flexible, *signature.environment, structure, matching.realisation, context);
  matching.realised = realise(arena, types, *signature.environment, matching.realisation);
  matching.coercion = enrich(*matching.realised, structure, context);
  return matching;
}

void Elaborator::findRealisation(const FlexibleNames &isFlexible, const Environment &specified,
                                 const Environment &structure, Realisation &realisation, const MatchContext &context) {
  for (const auto &[name, type] : specified.types()) {
    TypeName *flexible = nameOf(*type->function);
    const TypeStructure *found = structure.type(name);
    if (!flexible || !isFlexible.contains(flexible) || !found || realisation.contains(flexible))
      continue;
    std::string shown = extend(context.path, name);
    if (found->function->parameters.size() != flexible->arity)
      diagnostics.error(context.place,
                        "the type '" + shown + "' takes " + std::to_string(found->function->parameters.size()) +
                            " arguments, but " + context.what + " wants " + std::to_string(flexible->arity),
                        specifiedAt(type->place));
    else if (flexible->admitsEquality && !admitsEquality(*found->function))
      diagnostics.error(context.place,
                        "the type '" + shown + "' does not admit equality, as " + context.what + " wants",
                        specifiedAt(type->place));
    else
      realisation[flexible] = found->function;
  }
  for (const auto &[name, inner] : specified.structures())
    if (const Environment *found = structure.structure(name))
      findRealisation(isFlexible, *inner, *found, realisation,
                      {context.place, context.what, extend(context.path, name)});
}

/// Whether both are the same environment with the same type names replaced by the same types.
bool Elaborator::areSame(const Environment &specified, const Environment &structure) {
  const Environment *original = specified.original() ? specified.original() : &specified;
  if (original != (structure.original() ? structure.original() : &structure) || !original->mentions().areAll)
    return false;
  auto meaningIn = [&](const Environment &environment, TypeName *name) {
    const TypeFunction *meaning = environment.original() ? environment.realiser()->meaning(name) : nullptr;
    return meaning ? meaning : types.functionOf(name);
  };
  for (TypeName *name : original->mentions().names) {
    const TypeFunction *left = meaningIn(specified, name), *right = meaningIn(structure, name);
    TypeName *named = nameOf(*left);
    if (left != right && (!named || named != nameOf(*right)) && !areEqual(*left, *right))
      return false;
  }
  return true;
}

/// Null if the structure is what is specified.
const typed::Coercion *Elaborator::enrich(const Environment &specified, const Environment &structure,
                                          const MatchContext &context) {
  if (areSame(specified, structure))
    return nullptr;
  auto *coercion = arena.make<typed::Coercion>();
  for (const auto &[name, inner] : specified.structures()) {
    std::string path = extend(context.path, name);
    if (const Environment *found = structure.structure(name))
      coercion->structures.push_back({name, enrich(*inner, *found, {context.place, context.what, path})});
    else
      diagnostics.error(context.place, "there is no structure '" + path + "', which " + context.what + " wants");
  }
  for (const auto &[name, type] : specified.types())
    matchType(*type, structure.type(name), name, context);
  for (const auto &[name, value] : specified.values())
    matchValue(*value, structure.value(name), context, *coercion);
  return coercion;
}

bool Elaborator::areEqual(const TypeFunction &left, const TypeFunction &right) {
  if (left.parameters.size() != right.parameters.size())
    return false;
  std::vector<Type *> arguments;
  for (size_t index = 0; index < left.parameters.size(); ++index)
    arguments.push_back(types.rigid({}, MatchLevel, {}));
  return !unifier.unify(applyFunction(types, left, arguments), applyFunction(types, right, arguments));
}

void Elaborator::matchType(const TypeStructure &specified, const TypeStructure *found, Symbol name,
                           const MatchContext &context) {
  std::string path = extend(context.path, name);
  if (!found) {
    diagnostics.error(context.place, "there is no type '" + path + "', which " + context.what + " wants",
                      specifiedAt(specified.place));
    return;
  }
  if (specified.function->parameters.size() == found->function->parameters.size() &&
      !areEqual(*specified.function, *found->function)) {
    TypePrinter printer;
    std::string wanted = printer.print(specified.function->body);
    diagnostics.error(context.place,
                      "the type '" + path + "' is " + printer.print(found->function->body) + ", but " + context.what +
                          " wants " + wanted,
                      specifiedAt(specified.place));
    return;
  }
  if (!specified.constructors.empty())
    matchConstructors(specified, *found, name, context);
}

void Elaborator::matchConstructors(const TypeStructure &specified, const TypeStructure &found, Symbol name,
                                   const MatchContext &context) {
  std::string path = extend(context.path, name);
  auto namesOf = [](const TypeStructure &structure) {
    std::string names;
    for (const ValueInfo *constructor : structure.constructors)
      names += (names.empty() ? "" : ", ") + constructor->name.text();
    return names;
  };
  bool haveSameNames =
      std::equal(specified.constructors.begin(), specified.constructors.end(), found.constructors.begin(),
                 found.constructors.end(),
                 [](const ValueInfo *left, const ValueInfo *right) { return left->name == right->name; });
  if (!haveSameNames) {
    diagnostics.error(context.place,
                      found.constructors.empty()
                          ? "the type '" + path + "' is no datatype, as " + context.what + " wants"
                          : "the datatype '" + path + "' has the constructors " + namesOf(found) + ", but " +
                                context.what + " wants " + namesOf(specified),
                      specifiedAt(specified.place));
    return;
  }
  for (size_t index = 0; index < specified.constructors.size(); ++index) {
    const ValueInfo &wanted = *specified.constructors[index], &present = *found.constructors[index];
    if (wanted.scheme.quantified.size() != present.scheme.quantified.size())
      continue; // reported as a wrong arity
    TypeFunction left{wanted.scheme.quantified, wanted.scheme.type},
        right{present.scheme.quantified, present.scheme.type};
    if (!areEqual(left, right)) {
      TypePrinter printer;
      std::string wantedType = printer.print(wanted.scheme.type);
      diagnostics.error(context.place,
                        "the constructor '" + wanted.name.text() + "' of '" + path + "' is " +
                            TypePrinter().print(present.scheme.type) + ", but " + context.what + " wants " + wantedType,
                        specifiedAt(wanted.place));
    }
  }
}

void Elaborator::matchValue(const ValueInfo &specified, const ValueInfo *found, const MatchContext &context,
                            typed::Coercion &coercion) {
  std::string path = extend(context.path, specified.name);
  const char *kind = specified.status == ValueStatus::Constructor ? "constructor"
                     : specified.status == ValueStatus::Exception ? "exception"
                                                                  : "value";
  std::string wanted = std::string(kind) + " '" + path + "'";
  if (!found) {
    diagnostics.error(context.place,
                      "there is no " + wanted + ", of type " + show(specified.scheme.type) + ", which " + context.what +
                          " wants",
                      specifiedAt(specified.place));
    return;
  }
  if (specified.status != ValueStatus::Value && specified.status != found->status) {
    diagnostics.error(context.place, "'" + path + "' is no " + kind + ", as " + context.what + " wants",
                      specifiedAt(specified.place));
    return;
  }
  found->isUsed = true;
  std::vector<Type *> instances;
  Type *instance = instantiate(types, found->scheme, MatchLevel, context.place, instances);
  if (std::optional<Conflict> conflict = unifier.unify(specified.scheme.type, instance)) {
    std::vector<Note> notes = specifiedAt(specified.place);
    if (found->place.isKnown())
      notes.push_back({found->place, "what there is is here"});
    std::string message = "the " + wanted + " is %found, but " + context.what + " wants %expected";
    reportConflict(*conflict, specified.scheme.type, found->scheme.type, context.place, message.c_str(),
                   std::move(notes));
    return;
  }
  coercion.values.push_back({specified.name, found, &specified, std::move(instances)});
}

} // namespace tactus::pml
