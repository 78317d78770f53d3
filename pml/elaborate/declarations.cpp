//===- declarations.cpp - declarations of the core language, but values and datatypes -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Definition (Revised), rules 16, 18 and 20 to 24, 28 to 31.
//
//===----------------------------------------------------------------------===//
#include "elaborator.h"

namespace tactus::pml {

void Elaborator::declareAll(const std::vector<const syntax::Declaration *> &declarations, Declarations &out) {
  for (const syntax::Declaration *declaration : declarations)
    declare(*declaration, out);
}

/// Declarations of the core language that follow each other are one `dec` (dec₁ ⟨;⟩ dec₂), the context in which
/// overloading and flexible records are resolved. It ends at declarations of modules and at `;` of the top level: "no
/// topdec may contain, as an initial segment, a strdec followed by a semicolon" (Definition, section 3.4).
void Elaborator::declare(const syntax::Declaration &declaration, Declarations &out) {
  Depth nesting(depth, DeepestTree, declaration.place, "this is nested");
  currentPlace = declaration.place;
  bool endsContext = std::holds_alternative<syntax::StructureDeclaration>(declaration.form) ||
                     std::holds_alternative<syntax::SignatureDeclaration>(declaration.form) ||
                     std::holds_alternative<syntax::FunctorDeclaration>(declaration.form) ||
                     std::holds_alternative<syntax::EndOfTopDeclaration>(declaration.form);
  if (endsContext)
    settlePending();
  std::visit([&](const auto &form) { declare(form, declaration.place, out); }, declaration.form);
  if (endsContext)
    settlePending();
}

void Elaborator::declare(const syntax::TypeDeclaration &declaration, Place, Declarations &) {
  std::vector<std::pair<Symbol, const TypeFunction *>> functions = abbreviations(declaration.bindings);
  for (size_t index = 0; index < functions.size(); ++index)
    scope.types.bind(functions[index].first,
                     arena.make<TypeStructure>(functions[index].second, std::vector<const ValueInfo *>{},
                                               declaration.bindings[index].name.place));
}

/// The type functions of bindings that do not see each other.
std::vector<std::pair<Symbol, const TypeFunction *>>
Elaborator::abbreviations(const std::vector<syntax::TypeBinding> &bindings) {
  std::vector<std::pair<Symbol, const TypeFunction *>> functions;
  for (const syntax::TypeBinding &binding : bindings) {
    for (const auto &[name, function] : functions)
      if (name == binding.name.symbol)
        diagnostics.error(binding.name.place, "the type '" + name.text() + "' is declared twice here");
    functions.emplace_back(binding.name.symbol, typeFunction(binding.parameters, *binding.type));
  }
  return functions;
}

void Elaborator::declare(const syntax::DatatypeReplication &declaration, Place, Declarations &) {
  const TypeStructure *original = findType(declaration.original);
  if (!original)
    return;
  // `datatype option = datatype Option.option` makes the short name the one that users know.
  if (TypeName *name = nameOf(*original->function); name && name->name == declaration.name.symbol)
    name->shownName = name->name.text();
  bindDatatype(declaration.name.symbol, original);
}

void Elaborator::declare(const syntax::ExceptionDeclaration &declaration, Place, Declarations &out) {
  std::vector<std::pair<Symbol, ValueEntry>> bound;
  for (const syntax::ExceptionBinding &binding : declaration.bindings) {
    checkRebinding(binding.name, true);
    for (const auto &[name, entry] : bound)
      if (name == binding.name.symbol)
        diagnostics.error(binding.name.place, "the exception '" + name.text() + "' is declared twice here");
    if (binding.original) {
      ValueEntry original = findValue(*binding.original);
      if (original.info && original.info->status != ValueStatus::Exception)
        diagnostics.error(binding.original->place, "'" + binding.original->name.text() + "' is no exception");
      else if (original.info)
        bound.emplace_back(binding.name.symbol, original);
      continue;
    }
    Type *argument = binding.argument ? type(*binding.argument) : nullptr;
    Type *whole = argument ? types.function(argument, builtins.exception) : builtins.exception;
    typed::Variable *variable = makeVariable(binding.name.symbol, whole, binding.name.place, ValueStatus::Exception);
    variable->info->hasArgument = argument != nullptr;
    emit(out, binding.name.place, typed::ExceptionDeclaration{variable, nullptr});
    bound.emplace_back(binding.name.symbol, ValueEntry{variable->info, arena.make<typed::Access>(variable)});
  }
  for (const auto &[name, entry] : bound)
    scope.values.bind(name, entry);
}

void Elaborator::declare(const syntax::LocalDeclaration &declaration, Place, Declarations &out) {
  Scope::Mark outer = scope.mark();
  declareAll(declaration.hidden, out);
  Scope::Mark inner = scope.mark();
  declareAll(declaration.declarations, out);
  Bindings kept = scope.since(inner);
  scope.leave(outer);
  scope.bindAll(kept);
}

void Elaborator::declare(const syntax::OpenDeclaration &declaration, Place, Declarations &) {
  std::vector<StructureEntry> structures;
  for (const syntax::LongName &name : declaration.structures) {
    std::vector<Symbol> path = name.qualifiers;
    path.push_back(name.name);
    structures.push_back(findStructure(path, name.place));
  }
  for (const StructureEntry &structure : structures)
    if (structure.environment)
      openStructure(structure);
}

/// The type has one variable; each alternative fixes it to a type without arguments.
/// `A.x`; of a structure that has structures instead, the x of each of them.
std::vector<ValueEntry> Elaborator::overloadAlternatives(const syntax::LongName &name) {
  StructureEntry owner = name.qualifiers.empty() ? StructureEntry{} : findStructure(name.qualifiers, name.place);
  std::vector<ValueEntry> found;
  if (owner.environment && owner.environment->values().empty())
    for (const auto &[symbol, inner] : owner.environment->structures())
      if (const ValueInfo *info = inner->value(name.name))
        found.push_back({info, component(component(owner.access, symbol), name.name)});
  if (found.empty())
    if (ValueEntry single = findValue(name); single.info)
      found.push_back(single);
  return found;
}

void Elaborator::declare(const syntax::OverloadDeclaration &declaration, Place, Declarations &) {
  std::vector<TypeVariable *> variables;
  Type *pattern = nullptr;
  std::tie(variables, pattern) = specifiedType(*declaration.type);
  if (variables.size() != 1) {
    diagnostics.error(declaration.type->place, "the type of an overloaded value has exactly one type variable");
    return;
  }
  auto *overloading = arena.make<Overloading>(declaration.name.symbol, std::vector<Overloading::Alternative>{});
  variables[0]->isRigid = false;
  OverloadClass classes = 0;
  for (const syntax::LongName &name : declaration.alternatives)
    for (const ValueEntry &alternative : overloadAlternatives(name)) {
      std::vector<Type *> instances;
      Type *expected = instantiate(types, {variables, pattern}, level, name.place, instances);
      unify(expected, alternative.info->scheme.type, name.place,
            "an alternative has to be %expected, but this is %found");
      auto *constructed = as<ConstructedType>(instances[0]);
      if (!constructed || constructed->name->overloadClass == 0)
        continue;
      classes |= constructed->name->overloadClass;
      overloading->alternatives.push_back({constructed->name, result.overloadAlternatives.size()});
      result.overloadAlternatives.push_back(alternative.access);
    }
  variables[0]->overloadClass = classes;
  auto *info = arena.make<ValueInfo>();
  info->name = declaration.name.symbol;
  info->scheme = {variables, pattern};
  info->overloading = overloading;
  info->place = declaration.name.place;
  scope.values.bind(info->name, {info, nullptr});
}

} // namespace tactus::pml
