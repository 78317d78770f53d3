//===- patterns.cpp - elaboration of patterns ----------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Definition (Revised), rules 32 to 43. Names that a pattern binds are collected; the caller puts them into the scope.
//
//===----------------------------------------------------------------------===//
#include "elaborator.h"

#include "pml/types/print_type.h"

#include <algorithm>
#include <utility>

namespace tactus::pml {

Elaborator::PatternResult Elaborator::pattern(const syntax::Pattern &pattern, BoundNames &bound) {
  Depth nesting(depth, DeepestTree, pattern.place, "this is nested");
  return std::visit([&](const auto &form) { return patternForm(form, pattern, bound); }, pattern.form);
}

void Elaborator::addBound(const BoundName &name, BoundNames &bound) {
  for (const BoundName &other : bound)
    if (other.name.symbol == name.name.symbol)
      diagnostics.error(name.name.place,
                        "the variable '" + name.name.symbol.text() + "' is bound twice in this pattern",
                        {{other.name.place, "it is bound here already"}});
  bound.push_back(name);
}

typed::Variable *Elaborator::bindInPattern(const syntax::Name &name, Type *type, BoundNames &bound) {
  checkRebinding(name, false);
  if (sharedNames)
    for (const BoundName &shared : *sharedNames)
      if (shared.name.symbol == name.symbol) {
        unify(shared.variable->info->scheme.type, type, name.place,
              "the variable is %found, but it is %expected in the alternative before",
              {{shared.name.place, "it is bound here, too"}});
        addBound({name, shared.variable}, bound);
        return shared.variable;
      }
  addBound({name, makeVariable(name.symbol, type, name.place)}, bound);
  if (annotations.warnUnused)
    watched.push_back(bound.back().variable);
  return bound.back().variable;
}

void Elaborator::bindNames(const BoundNames &bound) {
  for (const BoundName &name : bound)
    scope.values.bind(name.name.symbol, {name.variable->info, arena.make<typed::Access>(name.variable)});
}

Elaborator::PatternResult Elaborator::patternForm(const syntax::WildcardPattern &, const syntax::Pattern &whole,
                                                  BoundNames &) {
  return makePattern(whole.place, fresh(whole.place), typed::WildcardPattern{});
}

Elaborator::PatternResult Elaborator::patternForm(const syntax::LiteralPattern &form, const syntax::Pattern &whole,
                                                  BoundNames &) {
  return makePattern(whole.place, literalType(form.literal, whole.place), typed::LiteralPattern{form.literal});
}

Elaborator::PatternResult Elaborator::patternForm(const syntax::NamePattern &form, const syntax::Pattern &whole,
                                                  BoundNames &bound) {
  bool isQualified = !form.name.qualifiers.empty();
  ValueEntry entry = isQualified ? findValue(form.name) : scope.values.find(form.name.name);
  if (!entry.info || entry.info->status == ValueStatus::Value) {
    if (entry.info && isQualified)
      diagnostics.error(whole.place, "'" + form.name.name.text() +
                                         "' is a value; only constructors of a structure can stand in a pattern");
    if (isQualified)
      return makePattern(whole.place, fresh(whole.place), typed::WildcardPattern{});
    Type *type = fresh(whole.place);
    const typed::Variable *variable = bindInPattern({form.name.name, form.name.place}, type, bound);
    return makePattern(whole.place, type, typed::VariablePattern{variable});
  }
  return constructorPattern(form.name, entry, nullptr, whole.place);
}

/// A constructor or an exception, with its argument or without.
Elaborator::PatternResult Elaborator::constructorPattern(const syntax::LongName &name, const ValueEntry &entry,
                                                         PatternResult argument, Place place) {
  const ValueInfo &info = *entry.info;
  std::vector<Type *> instances;
  Type *type = instantiate(types, info.scheme, level, name.place, instances);
  if (info.hasArgument != (argument != nullptr)) {
    diagnostics.error(place,
                      "the constructor '" + name.name.text() + "' takes " +
                          (info.hasArgument ? "an argument, but has none here" : "no argument, but has one here") +
                          "; its type is " + show(type));
    return makePattern(place, fresh(place), typed::WildcardPattern{});
  }
  if (auto *function = as<FunctionType>(type); function && argument) {
    std::vector<Note> notes;
    if (info.place.isKnown())
      notes.push_back({info.place, "the constructor is declared here"});
    unify(function->from, argument->type, argument->place,
          "the constructor takes %expected, but this pattern is %found", std::move(notes));
    type = function->to;
  }
  if (info.status == ValueStatus::Exception)
    return makePattern(place, type, typed::ExceptionPattern{entry.access, &info, argument});
  return makePattern(place, type, typed::ConstructorPattern{&info, argument});
}

Elaborator::PatternResult Elaborator::patternForm(const syntax::ConstructorPattern &form, const syntax::Pattern &whole,
                                                  BoundNames &bound) {
  PatternResult argument = pattern(*form.argument, bound);
  ValueEntry entry = findValue(form.constructor);
  if (entry.info && entry.info->status != ValueStatus::Value)
    return constructorPattern(form.constructor, entry, argument, whole.place);
  if (entry.info)
    diagnostics.error(form.constructor.place, "'" + form.constructor.name.text() +
                                                  "' is no constructor, so that it cannot be applied in a pattern");
  return makePattern(whole.place, fresh(whole.place), typed::WildcardPattern{});
}

Elaborator::PatternResult Elaborator::patternForm(const syntax::RecordPattern &form, const syntax::Pattern &whole,
                                                  BoundNames &bound) {
  std::vector<TypeField> fields;
  typed::RecordPattern record;
  for (const syntax::PatternField &field : form.fields) {
    for (const TypeField &other : fields)
      if (other.label == field.label.symbol)
        diagnostics.error(field.label.place,
                          "the label '" + field.label.symbol.text() + "' stands twice in this record");
    PatternResult inner = pattern(*field.pattern, bound);
    record.fields.emplace_back(field.label.symbol, inner);
    fields.push_back({field.label.symbol, inner->type});
  }
  if (!form.isFlexible)
    return makePattern(whole.place, types.record(std::move(fields)), std::move(record));
  TypeVariable *row = fresh(whole.place);
  if (!fields.empty())
    row->row = static_cast<RecordType *>(types.record(std::move(fields)))->fields;
  pending.rows.push_back({row, whole.place});
  return makePattern(whole.place, row, std::move(record));
}

std::vector<Elaborator::PatternResult> Elaborator::elementPatterns(const std::vector<const syntax::Pattern *> &written,
                                                                   Type *element, const char *message,
                                                                   BoundNames &bound) {
  std::vector<PatternResult> elements;
  for (const syntax::Pattern *one : written) {
    elements.push_back(pattern(*one, bound));
    unify(element, elements.back()->type, elements.back()->place, message,
          {{elements[0]->place, "the first element is here"}});
  }
  return elements;
}

Elaborator::PatternResult Elaborator::patternForm(const syntax::VectorPattern &form, const syntax::Pattern &whole,
                                                  BoundNames &bound) {
  Type *element = fresh(whole.place);
  std::vector<PatternResult> elements = elementPatterns(
      form.elements, element,
      "the elements of a vector have one type: this one is %found, but those before it are %expected", bound);
  return makePattern(whole.place, types.constructed(builtins.vectorName, {element}),
                     typed::VectorPattern{std::move(elements)});
}

/// The first alternative makes the variables, and the others bind them again.
Elaborator::PatternResult Elaborator::patternForm(const syntax::AlternativesPattern &form, const syntax::Pattern &whole,
                                                  BoundNames &bound) {
  typed::AlternativesPattern made;
  BoundNames first;
  made.alternatives.push_back(pattern(*form.alternatives[0], first));
  for (size_t index = 1; index < form.alternatives.size(); ++index) {
    BoundNames own;
    const BoundNames *outer = std::exchange(sharedNames, &first);
    made.alternatives.push_back(pattern(*form.alternatives[index], own));
    sharedNames = outer;
    unify(made.alternatives[0]->type, made.alternatives[index]->type, form.alternatives[index]->place,
          "the alternatives of a pattern have one type: this one is %found, but those before it are %expected");
    auto complain = [&](const BoundNames &names, const BoundNames &others) {
      for (const BoundName &name : names)
        if (std::none_of(others.begin(), others.end(),
                         [&](const BoundName &other) { return other.name.symbol == name.name.symbol; }))
          diagnostics.error(name.name.place, "the variable '" + name.name.symbol.text() +
                                                 "' is not bound by all alternatives of this pattern");
    };
    complain(own, first);
    complain(first, own);
  }
  for (const BoundName &name : first)
    addBound(name, bound);
  Type *type = made.alternatives[0]->type;
  return makePattern(whole.place, type, std::move(made));
}

Elaborator::PatternResult Elaborator::patternForm(const syntax::ListPattern &form, const syntax::Pattern &whole,
                                                  BoundNames &bound) {
  Type *element = fresh(whole.place);
  Type *list = types.constructed(builtins.listName, {element});
  std::vector<PatternResult> elements = elementPatterns(
      form.elements, element,
      "the elements of a list have one type: this one is %found, but those before it are %expected", bound);
  PatternResult rest = makePattern(whole.place, list, typed::ConstructorPattern{builtins.nilInfo, nullptr});
  for (auto inner = elements.rbegin(); inner != elements.rend(); ++inner) {
    typed::RecordPattern pair{{{Symbol::ofNumber(1), *inner}, {Symbol::ofNumber(2), rest}}};
    PatternResult argument = makePattern(whole.place, types.tuple({element, list}), std::move(pair));
    rest = makePattern(whole.place, list, typed::ConstructorPattern{builtins.consInfo, argument});
  }
  return rest;
}

Elaborator::PatternResult Elaborator::patternForm(const syntax::ConstraintPattern &form, const syntax::Pattern &,
                                                  BoundNames &bound) {
  PatternResult inner = pattern(*form.pattern, bound);
  unify(type(*form.type), inner->type, inner->place, "this pattern is %found, but its type is given as %expected",
        {{form.type->place, "the type is given here"}});
  return inner;
}

Elaborator::PatternResult Elaborator::patternForm(const syntax::LayeredPattern &form, const syntax::Pattern &whole,
                                                  BoundNames &bound) {
  ValueEntry entry = scope.values.find(form.variable.symbol);
  if (entry.info && entry.info->status != ValueStatus::Value)
    diagnostics.error(form.variable.place,
                      "'" + form.variable.symbol.text() + "' is a constructor; only a variable can stand before 'as'");
  Type *variableType = fresh(whole.place);
  if (form.type)
    variableType = type(*form.type);
  const typed::Variable *variable = bindInPattern(form.variable, variableType, bound);
  PatternResult inner = pattern(*form.pattern, bound);
  unify(variableType, inner->type, inner->place, "this pattern is %found, but the variable before 'as' is %expected",
        {{form.variable.place, "the variable is here"}});
  return makePattern(whole.place, variableType, typed::LayeredPattern{variable, inner});
}

} // namespace tactus::pml
