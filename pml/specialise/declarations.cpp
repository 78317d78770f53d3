//===- declarations.cpp - declarations, copied when they are used ------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A declaration without effects leaves a slot where it stands, and is copied into it once for each list of types that
// its variables are used at: so what nobody reaches costs nothing. Effects happen where they stand, in order.
//
//===----------------------------------------------------------------------===//
#include "specialiser.h"

#include "pml/elaborate/elaborator.h"
#include "pml/source/limits.h"

namespace tactus::pml::specialising {

using core::Statement;

void Specialiser::declare(const std::vector<const typed::Declaration *> &declarations, Frame *frame) {
  for (const typed::Declaration *declaration : declarations) {
    Depth nesting(depth, DeepestTree, declaration->place, "this is nested");
    std::visit([&](const auto &form) { declareForm(form, declaration->place, frame); }, declaration->form);
  }
}

void Specialiser::bind(Frame *frame, const typed::Variable *variable, core::Value *value) {
  auto *made = arena.make<Binding>();
  made->value = value;
  if (value->isVariable() && value->text.empty())
    value->text = variable->name.text();
  frame->values[variable] = made;
}

LazyDeclaration *Specialiser::postpone(Place place, Frame *frame) {
  auto *made = arena.make<LazyDeclaration>();
  made->frame = frame;
  made->slot = emit(Statement::Kind::Several, {});
  made->place = place;
  return made;
}

bool Specialiser::isIrrefutable(const typed::Pattern &pattern) {
  if (std::holds_alternative<typed::WildcardPattern>(pattern.form) ||
      std::holds_alternative<typed::VariablePattern>(pattern.form))
    return true;
  if (const auto *layered = std::get_if<typed::LayeredPattern>(&pattern.form))
    return isIrrefutable(*layered->pattern);
  if (const auto *record = std::get_if<typed::RecordPattern>(&pattern.form))
    return std::all_of(record->fields.begin(), record->fields.end(),
                       [&](const auto &field) { return isIrrefutable(*field.second); });
  if (const auto *constructor = std::get_if<typed::ConstructorPattern>(&pattern.form))
    return constructor->constructor->siblings->constructors.size() == 1 &&
           (!constructor->argument || isIrrefutable(*constructor->argument));
  return false;
}

namespace {

/// Each once: alternatives bind the same ones.
void variablesOf(const typed::Pattern &pattern, std::vector<const typed::Variable *> &out) {
  if (const auto *choice = std::get_if<typed::AlternativesPattern>(&pattern.form))
    return variablesOf(*choice->alternatives[0], out);
  if (const auto *variable = std::get_if<typed::VariablePattern>(&pattern.form))
    out.push_back(variable->variable);
  else if (const auto *layered = std::get_if<typed::LayeredPattern>(&pattern.form))
    out.push_back(layered->variable);
  typed::forEachPart(pattern, [&](const typed::Pattern &part) { variablesOf(part, out); });
}

bool readsReference(const typed::Pattern &pattern) {
  const auto *constructor = std::get_if<typed::ConstructorPattern>(&pattern.form);
  bool found = constructor && constructor->constructor->name == Symbol("ref");
  typed::forEachPart(pattern, [&](const typed::Pattern &part) { found = found || readsReference(part); });
  return found;
}

} // namespace

/// Whether a value can be made later and elsewhere, or not at all.
bool Specialiser::isPure(const typed::Expression &expression) { return !isExpansive(expression); }

void Specialiser::declareForm(const typed::ValueDeclaration &form, Place place, Frame *frame) {
  bool isLazy = std::all_of(form.bindings.begin(), form.bindings.end(), [&](const auto &binding) {
    return isPure(*binding.value) && isIrrefutable(*binding.pattern) && !readsReference(*binding.pattern);
  });
  if (!isLazy) {
    // A pattern is matched where it stands, whatever the general types are.
    for (const TypeVariable *variable : form.quantified)
      frame->typeVariables[variable] = types.unit();
    evaluate(form, frame);
    if (form.quantified.empty())
      return;
    // What is general is copied for its types: `val SOME f = SOME (fn x => x)`.
  }
  LazyDeclaration *lazy = postpone(place, frame);
  lazy->values = &form;
  lazy->isMatched = !isLazy;
  std::vector<const typed::Variable *> variables;
  for (const auto &binding : form.bindings)
    variablesOf(*binding.pattern, variables);
  for (const typed::Variable *variable : variables) {
    if (lazy->isMatched && !mentions(variable->info->scheme.type, form.quantified))
      continue;
    auto *made = arena.make<Binding>();
    made->lazy = lazy;
    made->variable = variable;
    frame->values[variable] = made;
  }
}

/// A value of the program's body is computed by a function of its own, lest that body be one long function. What is
/// small comes back by inlining.
core::Value *Specialiser::valueOutside(const typed::Expression &expression, Frame *frame) {
  core::Function *made =
      beginFunction(types.function(types.unit(), type(expression.type, frame)), "init", expression.place);
  made->runsOnce = true;
  {
    Inside inside(*this, made->body);
    ++functionDepth;
    into(expression, frame, {});
    --functionDepth;
  }
  return call(made->name, {}, expression.place);
}

/// Values are computed in order; then patterns bind names.
void Specialiser::evaluate(const typed::ValueDeclaration &form, Frame *frame) {
  for (const auto &binding : form.bindings) {
    core::Value *bound = functionDepth == 0 ? valueOutside(*binding.value, frame) : value(*binding.value, frame);
    Place place = binding.pattern->place;
    auto failure = [&] { raiseBuiltin("Bind", place); };
    if (typed::hasAlternatives(*binding.pattern)) {
      Body body{emit(Statement::Kind::Several, {})};
      match({frame, [&](const Row &row) { enter(body, row); }, failure}, {bound}, {{{binding.pattern}, {}, 0}});
      begin(body, frame);
      continue;
    }
    Match single{frame,
                 [&](const Row &row) {
                   for (const auto &[variable, meant] : row.bound)
                     bind(frame, variable, meant);
                 },
                 failure};
    match(single, {bound}, {{{binding.pattern}, {}, 0}});
  }
}

void Specialiser::declareForm(const typed::RecursiveDeclaration &form, Place place, Frame *frame) {
  LazyDeclaration *lazy = postpone(place, frame);
  lazy->functions = &form;
  for (const auto &binding : form.bindings) {
    auto *made = arena.make<Binding>();
    made->lazy = lazy;
    made->variable = binding.variable;
    frame->values[binding.variable] = made;
  }
}

void Specialiser::declareForm(const typed::DatatypeDeclaration &form, Place, Frame *frame) {
  for (const auto &datatype : form.datatypes)
    frame->types[datatype.name] = {nullptr, &datatype, frame};
}

void Specialiser::declareForm(const typed::ExceptionDeclaration &form, Place place, Frame *frame) {
  if (form.original) {
    frame->values[form.variable] = bindingAt(*form.original, frame);
    return;
  }
  std::vector<const core::Type *> fields;
  if (auto *function = as<FunctionType>(form.variable->info->scheme.type); function && form.variable->info->hasArgument)
    fields = core::flat(type(function->from, frame));
  core::Value *tag = operation(core::Operator::NewTag, types.get(core::TypeKind::ExceptionTag, std::move(fields)), {});
  tag->definition->name = form.variable->name.text();
  tag->definition->place = place;
  bind(frame, form.variable, tag);
}

void Specialiser::declareForm(const typed::AbstractionDeclaration &form, Place, Frame *frame) {
  for (const typed::Abstraction &abstraction : form.abstractions)
    frame->types[abstraction.name] = {abstraction.representation, nullptr, frame};
}

void Specialiser::declareForm(const typed::StructureDeclaration &form, Place, Frame *frame) {
  const StructureValue *made = structure(*form.structure, frame);
  frame->structures[form.variable] = made;
}

void Specialiser::declareForm(const typed::FunctorDeclaration &form, Place, Frame *frame) {
  frame->functors[form.functor] = frame;
}

LazyDeclaration::Instance &Specialiser::instance(LazyDeclaration &declaration, CoreTypes instances) {
  const std::vector<TypeVariable *> &quantified = declaration.quantified();
  instances.resize(quantified.size(), types.unit());
  LazyDeclaration::Instance *&made = declaration.instances[instances];
  if (made)
    return *made;
  Depth nesting(depth, DeepestTree, declaration.place, "instances are nested");
  if (!quantified.empty() && ++instanceCount > MostInstances)
    throw LimitReached{declaration.place, "the program uses its polymorphic declarations at more than " +
                                              std::to_string(MostInstances) +
                                              " lists of types; make chains of such functions shorter"};
  made = arena.make<LazyDeclaration::Instance>();
  made->types = instances;
  made->frame = quantified.empty() ? declaration.frame : frameFor(declaration.frame, quantified, instances);
  LazyDeclaration::Instance &result = *made;
  core::Block *copy = target.block();
  {
    Inside inside(*this, copy);
    if (declaration.functions)
      copyFunctions(*declaration.functions, result);
    else
      copyValues(declaration, result);
  }
  declaration.slot->inside.insert(declaration.slot->inside.end(), copy->statements.begin(), copy->statements.end());
  return result;
}

void Specialiser::copyFunctions(const typed::RecursiveDeclaration &form, LazyDeclaration::Instance &made) {
  Statement *group = emit(Statement::Kind::Functions, {});
  for (const auto &binding : form.bindings) {
    const core::Type *functionType = type(binding.function->type, made.frame);
    core::Function *function =
        target.function(functionType, binding.variable->name.text(), binding.variable->info->place);
    group->functions.push_back(function);
    made.meanings[binding.variable] = {function->name, {}, nullptr, functionType};
    // Within the copy, the names have the types of the copy.
    if (!form.quantified.empty())
      bind(made.frame, binding.variable, function->name);
  }
  for (size_t index = 0; index < form.bindings.size(); ++index) {
    const typed::Expression &expression = *form.bindings[index].function;
    functionBody(*group->functions[index], std::get<typed::FunctionExpression>(expression.form), expression.place,
                 made.frame);
  }
}

void Specialiser::copyValues(const LazyDeclaration &declaration, LazyDeclaration::Instance &made) {
  const typed::ValueDeclaration &form = *declaration.values;
  for (const auto &binding : form.bindings) {
    if (const auto *variable = std::get_if<typed::VariablePattern>(&binding.pattern->form)) {
      Meaning meant = meaningOf(*binding.value, made.frame);
      if (!meant.value && !meant.primitive.expression && !meant.constructor) {
        meant.value = value(*binding.value, made.frame);
        meant.type = meant.value->type;
        if (meant.value->isVariable() && meant.value->text.empty())
          meant.value->text = variable->variable->name.text();
      }
      made.meanings[variable->variable] = meant;
      continue;
    }
    core::Value *bound = value(*binding.value, made.frame);
    Match single{made.frame,
                 [&](const Row &row) {
                   for (const auto &[variable, meant] : row.bound)
                     made.meanings[variable] = {meant, {}, nullptr, meant->type};
                 },
                 [] {}, declaration.isMatched ? &form.quantified : nullptr};
    match(single, {bound}, {{{binding.pattern}, {}, 0}});
  }
}

void Specialiser::run() {
  findDatatypes();
  target.body = here = target.block();
  generated = emit(Statement::Kind::Functions, {});
  declare(source.declarations, &root);
  if (atEnd)
    call(atEnd, {}, {});
  finish(core::Transfer::Kind::Return, {target.unit()});
}

Specialiser::Specialiser(const typed::Program &program, const ElaborationOptions &chosen, core::Program &made)
    : source(program), options(chosen), target(made), types(made.types) {}

} // namespace tactus::pml::specialising
