//===- structures.cpp - structures and functors ----------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Definition (Revised), rules 50 to 61 and 84 to 89.
//
//===----------------------------------------------------------------------===//
#include "elaborator.h"

namespace tactus::pml {

Elaborator::StructureResult Elaborator::structure(const syntax::StructureExpression &expression) {
  Depth nesting(depth, DeepestTree, expression.place, "this is nested");
  return std::visit([&](const auto &form) { return structureForm(form, expression.place); }, expression.form);
}

/// What stands for a structure after an error: it has no components.
Elaborator::StructureResult Elaborator::withoutStructure(Place place) {
  return makeStructure(place, arena.make<Environment>(), typed::StructureBody{});
}

Elaborator::StructureResult Elaborator::structureForm(const syntax::StructureBody &form, Place place) {
  Scope::Mark mark = scope.mark();
  typed::StructureBody body;
  declareAll(form.declarations, body.declarations);
  settlePending();
  Bindings made = scope.since(mark);
  scope.leave(mark);
  SymbolMap<const typed::Access *> values, structures;
  for (const auto &[name, value] : made.values)
    values.set(name, value.access);
  for (const auto &[name, inner] : made.structures)
    structures.set(name, inner.access);
  for (const auto &[name, access] : values)
    if (access)
      body.values.emplace_back(name, access);
  for (const auto &[name, access] : structures)
    body.structures.emplace_back(name, access);
  return makeStructure(place, environmentOf(made), std::move(body));
}

Elaborator::StructureResult Elaborator::structureForm(const syntax::StructureName &form, Place place) {
  std::vector<Symbol> path = form.name.qualifiers;
  path.push_back(form.name.name);
  StructureEntry entry = findStructure(path, place);
  return entry.environment ? makeStructure(place, entry.environment, typed::StructurePath{entry.access})
                           : withoutStructure(place);
}

Elaborator::StructureResult Elaborator::structureForm(const syntax::ConstraintStructure &form, Place place) {
  return ascribe(structure(*form.structure), form.ascription, place);
}

Elaborator::StructureResult Elaborator::structureForm(const syntax::LetStructure &form, Place place) {
  Scope::Mark mark = scope.mark();
  typed::LetStructure let{{}, nullptr};
  declareAll(form.declarations, let.declarations);
  settlePending();
  let.body = structure(*form.body);
  scope.leave(mark);
  const Environment *environment = let.body->environment;
  return makeStructure(place, environment, std::move(let));
}

/// `structure : signature` keeps what the signature names; `:>` also makes its types new ones.
Elaborator::StructureResult Elaborator::ascribe(StructureResult structure, const syntax::Ascription &ascription,
                                                Place place) {
  Signature wanted = signature(*ascription.signature);
  if (!wanted.environment)
    return structure;
  Matching matching = match(wanted, *structure->environment, structure->place, "the signature");
  typed::CoercedStructure coerced{structure, matching.coercion, {}};
  if (!ascription.isOpaque)
    return makeStructure(place, matching.realised, std::move(coerced));
  Realisation opaque;
  for (TypeName *flexible : wanted.flexible) {
    TypeName *made = types.name(flexible->name, flexible->arity, flexible->admitsEquality, flexible->place);
    opaque[flexible] = types.functionOf(made);
    if (auto found = matching.realisation.find(flexible); found != matching.realisation.end())
      coerced.abstractions.push_back({made, found->second});
  }
  const Environment *seen = realise(arena, types, *wanted.environment, opaque);
  return makeStructure(place, seen, std::move(coerced));
}

/// A functor's body was typed once; here only its types are adapted to the argument.
Elaborator::StructureResult Elaborator::structureForm(const syntax::FunctorApplication &form, Place place) {
  const typed::FunctorVariable *functor = scope.functors.find(form.functor.symbol);
  StructureResult argument = structure(*form.argument);
  if (!functor) {
    std::string nearest = tpal::nearestName(form.functor.symbol.text(), scope.functors.names());
    diagnostics.error(form.functor.place, "there is no functor '" + form.functor.symbol.text() + "'" +
                                              (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
    return withoutStructure(place);
  }
  Matching matching =
      match(functor->parameterSignature, *argument->environment, argument->place, "the functor's parameter");
  typed::CoercedStructure coerced{argument, matching.coercion, {}};
  typed::FunctorApplication application{
      functor, makeStructure(place, matching.realised, std::move(coerced)), matching.realisation, {}};
  Realisation realisation = matching.realisation;
  for (TypeName *birth : functor->births) {
    TypeName *made = types.name(birth->name, birth->arity, birth->admitsEquality, birth->place);
    realisation[birth] = types.functionOf(made);
    application.births.emplace_back(birth, made);
  }
  const Environment *environment = realise(arena, types, *functor->body->environment, realisation);
  return makeStructure(place, environment, std::move(application));
}

/// Shows type names that were born in a structure with its name.
void Elaborator::showBirths(const Environment &environment, uint32_t birth, Symbol structure) {
  for (TypeName *name : namesBornSince(environment, birth))
    name->shownName = structure.text() + "." + name->shownName;
}

void Elaborator::declare(const syntax::StructureDeclaration &declaration, Place, Declarations &out) {
  std::vector<const typed::StructureVariable *> variables;
  for (const syntax::StructureBinding &binding : declaration.bindings) {
    for (const typed::StructureVariable *other : variables)
      if (other->name == binding.name.symbol)
        diagnostics.error(binding.name.place, "the structure '" + other->name.text() + "' is declared twice here");
    uint32_t birth = types.nextBirth();
    StructureResult value = structure(*binding.structure);
    if (binding.ascription)
      value = ascribe(value, *binding.ascription, value->place);
    showBirths(*value->environment, birth, binding.name.symbol);
    variables.push_back(
        arena.make<typed::StructureVariable>(binding.name.symbol, value->environment, binding.name.place));
    emit(out, binding.name.place, typed::StructureDeclaration{variables.back(), value});
  }
  for (const typed::StructureVariable *variable : variables)
    scope.structures.bind(variable->name, {variable->environment, arena.make<typed::Access>(variable)});
}

/// What a functor makes is for its users.
static void markUsed(const Environment &environment) {
  if (environment.original())
    return; // specified, or declared elsewhere
  for (const auto &[name, value] : environment.values())
    value->isUsed = true;
  for (const auto &[name, inner] : environment.structures())
    markUsed(*inner);
}

const typed::FunctorVariable *Elaborator::functor(const syntax::FunctorBinding &binding) {
  auto *made = arena.make<typed::FunctorVariable>();
  made->name = binding.name.symbol;
  made->parameterSignature = signature(*binding.parameterSignature);
  if (!made->parameterSignature.environment)
    made->parameterSignature.environment = arena.make<Environment>();
  bool isOpened = binding.parameter.symbol.isEmpty();
  made->parameter = arena.make<typed::StructureVariable>(binding.parameter.symbol, made->parameterSignature.environment,
                                                         binding.parameter.place);
  StructureEntry parameter{made->parameter->environment, arena.make<typed::Access>(made->parameter)};
  uint32_t birth = types.nextBirth();
  Scope::Mark mark = scope.mark();
  if (isOpened)
    openStructure(parameter);
  else
    scope.structures.bind(binding.parameter.symbol, parameter);
  StructureResult body = structure(*binding.body);
  if (binding.ascription)
    body = ascribe(body, *binding.ascription, body->place);
  scope.leave(mark);
  made->body = body;
  if (annotations.warnUnused)
    markUsed(*body->environment);
  made->births = namesBornSince(*body->environment, birth);
  return made;
}

void Elaborator::declare(const syntax::FunctorDeclaration &declaration, Place, Declarations &out) {
  std::vector<const typed::FunctorVariable *> functors;
  for (const syntax::FunctorBinding &binding : declaration.bindings) {
    for (const typed::FunctorVariable *other : functors)
      if (other->name == binding.name.symbol)
        diagnostics.error(binding.name.place, "the functor '" + other->name.text() + "' is declared twice here");
    functors.push_back(functor(binding));
    emit(out, binding.name.place, typed::FunctorDeclaration{functors.back()});
  }
  for (const typed::FunctorVariable *made : functors)
    scope.functors.bind(made->name, made);
}

void Elaborator::declare(const syntax::SignatureDeclaration &declaration, Place, Declarations &) {
  std::vector<std::pair<Symbol, const Signature *>> signatures;
  for (const syntax::SignatureBinding &binding : declaration.bindings) {
    for (const auto &[name, other] : signatures)
      if (name == binding.name.symbol)
        diagnostics.error(binding.name.place, "the signature '" + name.text() + "' is declared twice here");
    Signature made = signature(*binding.signature);
    if (!made.environment)
      made.environment = arena.make<Environment>();
    signatures.emplace_back(binding.name.symbol, arena.make<Signature>(std::move(made)));
  }
  for (const auto &[name, made] : signatures)
    scope.signatures.bind(name, made);
}

} // namespace tactus::pml
