//===- values.cpp - declarations of values and functions ---------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Definition (Revised), rules 15, 25 and 26, section 4.6 for the scope of explicit type variables, and the derived
// form `fun`.
//
//===----------------------------------------------------------------------===//
#include "elaborator.h"

#include <ranges>
#include <span>

namespace tactus::pml {

/// Binds the type variables that a value declaration lists, and those that occur unguarded in it and are not bound
/// around it.
Elaborator::ScopedVariables Elaborator::enterTypeVariables(const std::vector<syntax::Name> &explicitly,
                                                           const std::vector<syntax::Name> &unguarded) {
  ScopedVariables scoped;
  auto bind = [&](const syntax::Name &name) {
    TypeVariable *variable = types.rigid(name.symbol, level + 1, name.place);
    TypeVariable *&current = typeVariables[name.symbol];
    scoped.hidden.emplace_back(name.symbol, current);
    scoped.variables.push_back(variable);
    current = variable;
  };
  for (const syntax::Name &name : explicitly) {
    if (typeVariables.contains(name.symbol))
      diagnostics.error(name.place,
                        "the type variable " + name.symbol.text() + " is bound already around this declaration");
    bind(name);
  }
  for (const syntax::Name &name : unguarded)
    if (!typeVariables.contains(name.symbol))
      bind(name);
  return scoped;
}

void Elaborator::leaveTypeVariables(const ScopedVariables &scoped) {
  for (const auto &[name, variable] : std::views::reverse(scoped.hidden))
    if (variable)
      typeVariables[name] = variable;
    else
      typeVariables.erase(name);
}

/// The variables of what `val rec` may bind: x, _, pat : ty and x as pat. False if another pattern is among it.
bool Elaborator::recursiveNames(const syntax::Pattern &pattern, std::vector<Symbol> &names) {
  Depth nesting(depth, DeepestTree, pattern.place, "this is nested");
  if (std::holds_alternative<syntax::WildcardPattern>(pattern.form))
    return true;
  if (const auto *name = std::get_if<syntax::NamePattern>(&pattern.form)) {
    names.push_back(name->name.name);
    return name->name.qualifiers.empty();
  }
  if (const auto *constraint = std::get_if<syntax::ConstraintPattern>(&pattern.form))
    return recursiveNames(*constraint->pattern, names);
  const auto *layered = std::get_if<syntax::LayeredPattern>(&pattern.form);
  if (!layered)
    return false;
  names.push_back(layered->variable.symbol);
  return recursiveNames(*layered->pattern, names);
}

/// Rule 26: what `rec` binds are variables, also in its own pattern, and where the name has been a constructor.
Elaborator::PatternResult Elaborator::recursivePattern(const syntax::Pattern &written, BoundNames &bound) {
  std::vector<Symbol> names;
  if (!recursiveNames(written, names))
    diagnostics.error(written.place, "'val rec' binds functions: a variable has to stand here");
  for (Symbol name : names)
    if (ValueEntry entry = scope.values.find(name); entry.info && entry.info->status != ValueStatus::Value)
      diagnostics.report(annotations.valrecConstr, written.place,
                         "'val rec' makes a variable of the constructor '" + name.text() + "'");
  Scope::Mark mark = scope.mark();
  for (Symbol name : names)
    scope.values.bind(name, {makeVariable(name, fresh(written.place), written.place)->info, nullptr});
  PatternResult made = pattern(written, bound);
  scope.leave(mark);
  return made;
}

std::vector<typed::Variable *> Elaborator::variablesOf(const BoundNames &bound) {
  std::vector<typed::Variable *> variables;
  variables.reserve(bound.size());
  for (const BoundName &name : bound)
    variables.push_back(name.variable);
  return variables;
}

/// val tyvarseq pat = exp and … and rec pat = fn match …
void Elaborator::declare(const syntax::ValueDeclaration &declaration, Place place, Declarations &out) {
  ScopedVariables scoped = enterTypeVariables(declaration.typeVariables, declaration.unguarded);
  ++level;
  std::vector<typed::ValueDeclaration> values;
  typed::RecursiveDeclaration functions;
  BoundNames bound;
  std::vector<PatternResult> patterns;
  std::vector<size_t> ends;
  for (const syntax::ValueBinding &binding : declaration.bindings) {
    ends.push_back(bound.size());
    patterns.push_back(binding.isRecursive ? recursivePattern(*binding.pattern, bound)
                                           : pattern(*binding.pattern, bound));
  }
  ends.push_back(bound.size());
  auto boundBy = [&](size_t index) { return std::span(bound).subspan(ends[index], ends[index + 1] - ends[index]); };
  Scope::Mark mark = scope.mark();
  auto elaborateBinding = [&](size_t index) {
    const syntax::ValueBinding &binding = declaration.bindings[index];
    ExpressionResult value = expression(*binding.value);
    unify(patterns[index]->type, value->type, value->place, "the pattern is %expected, but its value is %found",
          {{patterns[index]->place, "the pattern is here"}});
    if (binding.isRecursive && !std::holds_alternative<typed::FunctionExpression>(value->form))
      diagnostics.error(value->place, "'val rec' binds functions: 'fn' has to stand here");
    if (binding.isRecursive)
      for (const BoundName &name : boundBy(index))
        functions.bindings.push_back({name.variable, value});
    else {
      values.push_back({{}, {{patterns[index], value}}});
      checkRules({{patterns[index], value}}, "this pattern does not match every value", binding.place, true);
    }
    return value;
  };
  std::vector<bool> expansive(patterns.size(), false);
  for (size_t index = 0; index < patterns.size(); ++index)
    if (!declaration.bindings[index].isRecursive)
      expansive[index] = isExpansive(*elaborateBinding(index)) || typed::hasAlternatives(*patterns[index]);
  for (size_t index = 0; index < patterns.size(); ++index)
    if (declaration.bindings[index].isRecursive)
      bindNames({boundBy(index).begin(), boundBy(index).end()});
  for (size_t index = 0; index < patterns.size(); ++index)
    if (declaration.bindings[index].isRecursive)
      elaborateBinding(index);
  scope.leave(mark);
  --level;
  for (size_t index = 0; index < patterns.size(); ++index)
    if (expansive[index]) {
      for (const BoundName &name : boundBy(index))
        refuseGeneral(name.variable->info->scheme.type, declaration.bindings[index]);
      restrictToLevel(patterns[index]->type);
    }
  functions.quantified = generalise(variablesOf(bound));
  leaveTypeVariables(scoped);
  bindNames(bound);
  // Each by itself, as one may be general and another not: `val x = ref 0 and f = fn y => y`.
  for (typed::ValueDeclaration &single : values) {
    const typed::ValueDeclaration::Binding &binding = single.bindings[0];
    if (!isExpansive(*binding.value) && !typed::hasAlternatives(*binding.pattern))
      single.quantified = functions.quantified;
    emit(out, place, std::move(single));
  }
  if (!functions.bindings.empty())
    emit(out, place, std::move(functions));
}

/// fun tyvarseq clauses and …
void Elaborator::declare(const syntax::FunctionDeclaration &declaration, Place place, Declarations &out) {
  ScopedVariables scoped = enterTypeVariables(declaration.typeVariables, declaration.unguarded);
  ++level;
  BoundNames bound;
  for (const syntax::FunctionBinding &binding : declaration.bindings) {
    const syntax::Name &name = binding.clauses[0].function;
    bindInPattern(name, fresh(name.place), bound);
  }
  Scope::Mark mark = scope.mark();
  bindNames(bound);
  typed::RecursiveDeclaration functions;
  for (size_t index = 0; index < bound.size(); ++index) {
    typed::Variable *variable = bound[index].variable;
    functions.bindings.push_back({variable, clauses(declaration.bindings[index], variable->info->scheme.type)});
  }
  scope.leave(mark);
  --level;
  functions.quantified = generalise(variablesOf(bound));
  leaveTypeVariables(scoped);
  bindNames(bound);
  emit(out, place, std::move(functions));
}

/// The clauses of a function as `fn`, after making `functionType` their type.
Elaborator::ExpressionResult Elaborator::clauses(const syntax::FunctionBinding &binding, Type *functionType) {
  const syntax::Clause &first = binding.clauses[0];
  std::vector<Type *> parameters;
  parameters.reserve(first.parameters.size());
  for (const syntax::Pattern *parameter : first.parameters)
    parameters.push_back(fresh(parameter->place));
  Type *resultType = fresh(first.place);
  Type *whole = resultType;
  for (Type *parameter : std::views::reverse(parameters))
    whole = types.function(parameter, whole);
  unify(functionType, whole, first.function.place, "this function is %found, but it is used as %expected");

  std::vector<typed::Rule> typedRules;
  for (const syntax::Clause &syntaxClause : binding.clauses)
    if (syntaxClause.parameters.size() == parameters.size())
      typedRules.push_back(clause(syntaxClause, first, parameters, resultType));
  checkRules(typedRules, "this function does not cover every argument", first.place);
  if (parameters.size() == 1)
    return make(first.place, whole, typed::FunctionExpression{std::move(typedRules)});

  // fn x₁ => … fn xₙ => case {1 = x₁, …, n = xₙ} of rules
  std::vector<const typed::Variable *> variables;
  typed::RecordExpression arguments;
  for (Type *parameter : parameters) {
    const typed::Variable *variable = makeVariable(Symbol("argument"), parameter, first.place);
    variables.push_back(variable);
    typed::NameExpression name{arena.make<typed::Access>(variable), {}};
    arguments.fields.emplace_back(Symbol::ofNumber(variables.size()), make(first.place, parameter, std::move(name)));
  }
  ExpressionResult value = make(first.place, types.tuple(parameters), std::move(arguments));
  ExpressionResult body = make(first.place, resultType, typed::CaseExpression{value, std::move(typedRules)});
  for (size_t index = variables.size(); index-- > 0;) {
    Type *type = types.function(parameters[index], body->type);
    PatternResult parameter = makePattern(first.place, parameters[index], typed::VariablePattern{variables[index]});
    body = make(first.place, type, typed::FunctionExpression{{{parameter, body}}});
  }
  return body;
}

/// A clause as a rule. The pattern of a clause with several arguments is the record of their patterns.
typed::Rule Elaborator::clause(const syntax::Clause &clause, const syntax::Clause &first,
                               const std::vector<Type *> &parameters, Type *resultType) {
  BoundNames bound;
  typed::RecordPattern record;
  for (size_t index = 0; index < parameters.size(); ++index) {
    PatternResult parameter = pattern(*clause.parameters[index], bound);
    unify(parameters[index], parameter->type, parameter->place,
          "this argument is %found, but the clauses before take %expected",
          {{first.parameters[index]->place, "the first clause takes it here"}});
    record.fields.emplace_back(Symbol::ofNumber(index + 1), parameter);
  }
  if (clause.resultType)
    unify(resultType, type(*clause.resultType), clause.resultType->place,
          "this clause gives %found, but the clauses before give %expected",
          {{first.body->place, "the result of the first clause is here"}});
  Scope::Mark mark = scope.mark();
  bindNames(bound);
  ExpressionResult body = expression(*clause.body);
  scope.leave(mark);
  Place origin = clause.resultType ? clause.resultType->place : first.body->place;
  std::vector<Note> notes;
  if (clause.resultType || &clause != &first)
    notes.push_back(
        {origin, clause.resultType ? "the result type is given here" : "the result of the first clause is here"});
  unify(resultType, body->type, body->place, "the function's result is %expected, but here it is %found",
        std::move(notes));
  if (parameters.size() == 1)
    return {record.fields[0].second, body};
  Place place = cover(clause.parameters.front()->place, clause.parameters.back()->place);
  return {makePattern(place, types.tuple(parameters), std::move(record)), body};
}

} // namespace tactus::pml
