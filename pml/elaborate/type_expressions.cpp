//===- type_expressions.cpp - types that users write -----------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Definition (Revised), rules 44 to 49.
//
//===----------------------------------------------------------------------===//
#include "elaborator.h"

namespace tactus::pml {

Type *Elaborator::type(const syntax::TypeExpression &expression) {
  Depth nesting(depth, DeepestTree, expression.place, "this is nested");
  return std::visit([&](const auto &form) { return typeForm(form, expression); }, expression.form);
}

Type *Elaborator::typeForm(const syntax::TypeVariableUse &form, const syntax::TypeExpression &whole) {
  auto found = typeVariables.find(form.name);
  if (found != typeVariables.end())
    return found->second;
  TypeVariable *variable = types.rigid(form.name, MatchLevel, whole.place);
  if (implicitVariables) {
    implicitVariables->push_back(variable);
    typeVariables.emplace(form.name, variable);
  } else
    diagnostics.error(whole.place, "the type variable " + form.name.text() + " is not bound here");
  return variable;
}

Type *Elaborator::typeForm(const syntax::RecordTypeExpression &form, const syntax::TypeExpression &) {
  std::vector<TypeField> fields;
  for (const syntax::TypeField &field : form.fields) {
    for (const TypeField &other : fields)
      if (other.label == field.label.symbol)
        diagnostics.error(field.label.place,
                          "the label '" + field.label.symbol.text() + "' stands twice in this record");
    fields.push_back({field.label.symbol, type(*field.type)});
  }
  return types.record(std::move(fields));
}

Type *Elaborator::typeForm(const syntax::ConstructedTypeExpression &form, const syntax::TypeExpression &whole) {
  std::vector<Type *> arguments;
  for (const syntax::TypeExpression *argument : form.arguments)
    arguments.push_back(type(*argument));
  const TypeStructure *found = findType(form.constructor);
  if (!found)
    return fresh(whole.place);
  size_t arity = found->function->parameters.size();
  if (arguments.size() != arity) {
    std::vector<Note> notes;
    if (found->place.isKnown())
      notes.push_back({found->place, "the type is declared here"});
    diagnostics.error(whole.place,
                      "the type '" + form.constructor.name.text() + "' takes " + std::to_string(arity) +
                          (arity == 1 ? " argument" : " arguments") + ", but here it has " +
                          std::to_string(arguments.size()),
                      std::move(notes));
    return fresh(whole.place);
  }
  return applyFunction(types, *found->function, arguments);
}

Type *Elaborator::typeForm(const syntax::FunctionTypeExpression &form, const syntax::TypeExpression &) {
  Type *from = type(*form.from);
  return types.function(from, type(*form.to));
}

std::vector<TypeVariable *> Elaborator::withTypeParameters(const std::vector<syntax::Name> &parameters,
                                                           const std::function<void()> &inside, bool keepsOuter) {
  std::unordered_map<Symbol, TypeVariable *> outer = typeVariables;
  if (!keepsOuter)
    typeVariables.clear();
  std::vector<TypeVariable *> variables;
  for (const syntax::Name &parameter : parameters) {
    variables.push_back(types.rigid(parameter.symbol, MatchLevel, parameter.place));
    typeVariables[parameter.symbol] = variables.back();
  }
  inside();
  typeVariables = std::move(outer);
  return variables;
}

/// Λ(parameters).body
const TypeFunction *Elaborator::typeFunction(const std::vector<syntax::Name> &parameters,
                                             const syntax::TypeExpression &body) {
  auto *function = arena.make<TypeFunction>();
  function->parameters = withTypeParameters(parameters, [&] { function->body = type(body); });
  return function;
}

} // namespace tactus::pml
