//===- datatypes.cpp - declarations of datatypes and abstract types -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Definition (Revised), rules 17, 19 and 28, 29; section 4.9 (maximising equality).
//
//===----------------------------------------------------------------------===//
#include "elaborator.h"

namespace tactus::pml {

/// Puts a type and its constructors into the scope.
void Elaborator::bindDatatype(Symbol name, const TypeStructure *structure) {
  scope.types.bind(name, structure);
  for (const ValueInfo *constructor : structure->constructors)
    scope.values.bind(constructor->name, {constructor, nullptr});
}

/// The structure of a datatype, once the types in it have a meaning.
TypeStructure *Elaborator::datatypeStructure(const syntax::DatatypeBinding &binding, TypeName *name) {
  auto *structure = arena.make<TypeStructure>();
  structure->place = binding.name.place;
  auto *function = arena.make<TypeFunction>();
  auto *siblings = arena.make<ConstructorSet>();
  std::vector<ValueInfo *> infos;
  function->parameters = withTypeParameters(
      binding.parameters,
      [&] {
        for (const syntax::ConstructorBinding &constructor : binding.constructors) {
          auto *info = arena.make<ValueInfo>();
          info->name = constructor.name.symbol;
          info->status = ValueStatus::Constructor;
          info->siblings = siblings;
          info->hasArgument = constructor.argument != nullptr;
          info->scheme.type = constructor.argument ? type(*constructor.argument) : nullptr;
          info->place = constructor.name.place;
          infos.push_back(info);
        }
      },
      /*keepsOuter=*/true);
  function->body = types.constructed(name, {function->parameters.begin(), function->parameters.end()});
  structure->function = function;
  std::sort(infos.begin(), infos.end(),
            [](const ValueInfo *left, const ValueInfo *right) { return left->name.text() < right->name.text(); });
  for (ValueInfo *info : infos) {
    info->tag = static_cast<uint32_t>(siblings->constructors.size());
    siblings->constructors.push_back({info->name, info->hasArgument});
    info->scheme.type = info->scheme.type ? types.function(info->scheme.type, function->body) : function->body;
    info->scheme.quantified = function->parameters;
    structure->constructors.push_back(info);
  }
  return structure;
}

/// Takes equality from the names whose constructors do not admit it, until nothing changes.
void Elaborator::maximiseEquality(const std::vector<TypeStructure *> &datatypes, const std::vector<TypeName *> &names) {
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (size_t index = 0; index < names.size(); ++index) {
      if (!names[index]->admitsEquality)
        continue;
      for (const ValueInfo *constructor : datatypes[index]->constructors) {
        auto *function = as<FunctionType>(constructor->scheme.type);
        if (function && !admitsEquality({constructor->scheme.quantified, function->from})) {
          names[index]->admitsEquality = false;
          isChanged = true;
          break;
        }
      }
    }
  }
}

/// Declares the types and constructors in the scope.
typed::DatatypeDeclaration Elaborator::datatypes(const syntax::DatatypeDeclaration &declaration) {
  std::vector<TypeName *> names;
  std::vector<syntax::Name> constructors;
  for (const syntax::DatatypeBinding &binding : declaration.bindings) {
    for (const TypeName *other : names)
      if (other->name == binding.name.symbol)
        diagnostics.error(binding.name.place, "the type '" + other->name.text() + "' is declared twice here");
    for (const syntax::ConstructorBinding &constructor : binding.constructors) {
      checkRebinding(constructor.name, true);
      for (const syntax::Name &other : constructors)
        if (other.symbol == constructor.name.symbol)
          diagnostics.error(constructor.name.place,
                            "the constructor '" + other.symbol.text() + "' is declared twice here",
                            {{other.place, "it is declared here already"}});
      constructors.push_back(constructor.name);
    }
    auto arity = static_cast<uint32_t>(binding.parameters.size());
    names.push_back(types.name(binding.name.symbol, arity, true, binding.name.place));
  }
  for (TypeName *name : names)
    scope.types.bind(name->name,
                     arena.make<TypeStructure>(types.functionOf(name), std::vector<const ValueInfo *>{}, name->place));
  std::vector<std::pair<Symbol, const TypeFunction *>> functions = abbreviations(declaration.abbreviations);
  for (size_t index = 0; index < functions.size(); ++index) {
    for (const TypeName *name : names)
      if (name->name == functions[index].first)
        diagnostics.error(declaration.abbreviations[index].name.place,
                          "the type '" + name->name.text() + "' is declared twice here");
    scope.types.bind(functions[index].first,
                     arena.make<TypeStructure>(functions[index].second, std::vector<const ValueInfo *>{},
                                               declaration.abbreviations[index].name.place));
  }
  std::vector<TypeStructure *> structures;
  structures.reserve(names.size());
  for (size_t index = 0; index < names.size(); ++index)
    structures.push_back(datatypeStructure(declaration.bindings[index], names[index]));
  maximiseEquality(structures, names);
  typed::DatatypeDeclaration typedDeclaration;
  for (size_t index = 0; index < names.size(); ++index) {
    bindDatatype(names[index]->name, structures[index]);
    typedDeclaration.datatypes.push_back({names[index], structures[index]});
  }
  return typedDeclaration;
}

void Elaborator::declare(const syntax::DatatypeDeclaration &declaration, Place place, Declarations &out) {
  emit(out, place, datatypes(declaration));
}

/// Outside of an abstype its types have no constructors and no equality: they are new names for what they are inside.
void Elaborator::declare(const syntax::AbstypeDeclaration &declaration, Place place, Declarations &out) {
  Scope::Mark outer = scope.mark();
  typed::DatatypeDeclaration hidden = datatypes(declaration.types);
  Scope::Mark inner = scope.mark();
  emit(out, place, hidden);
  declareAll(declaration.declarations, out);
  Bindings kept = scope.since(inner);
  scope.leave(outer);
  if (level == 0)
    settlePending();

  Realisation realisation;
  typed::AbstractionDeclaration abstraction;
  for (const typed::DatatypeDeclaration::Datatype &datatype : hidden.datatypes) {
    TypeName *abstract = types.name(datatype.name->name, datatype.name->arity, false, datatype.name->place);
    realisation[datatype.name] = types.functionOf(abstract);
    abstraction.abstractions.push_back({abstract, datatype.structure->function});
    scope.types.bind(abstract->name, arena.make<TypeStructure>(realisation[datatype.name],
                                                               std::vector<const ValueInfo *>{}, abstract->place));
  }
  for (const syntax::TypeBinding &binding : declaration.types.abbreviations) {
    const TypeFunction *function = typeFunction(binding.parameters, *binding.type);
    scope.types.bind(binding.name.symbol,
                     arena.make<TypeStructure>(function, std::vector<const ValueInfo *>{}, binding.name.place));
  }
  const Environment *seen = realise(arena, types, *environmentOf(kept), realisation);
  for (auto &[name, value] : kept.values)
    value.info = seen->value(name);
  for (auto &[name, type] : kept.types)
    type = seen->type(name);
  for (auto &[name, structure] : kept.structures)
    structure.environment = seen->structure(name);
  scope.bindAll(kept);
  emit(out, place, std::move(abstraction));
}

} // namespace tactus::pml
