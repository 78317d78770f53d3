//===- expressions.cpp - elaboration of expressions -------------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Definition (Revised), rules 1 to 14 and 22, and the derived forms of appendix A.
//
//===----------------------------------------------------------------------===//
#include "elaborator.h"

#include "pml/types/print_type.h"

namespace tactus::pml {

Elaborator::ExpressionResult Elaborator::expression(const syntax::Expression &expression) {
  Depth nesting(depth, DeepestTree, expression.place, "this is nested");
  return std::visit([&](const auto &syntaxForm) { return form(syntaxForm, expression); }, expression.form);
}

Type *Elaborator::literalType(const Literal &literal, Place place) {
  Type *type = nullptr;
  switch (literal.kind) {
  case Literal::Kind::Integer:
    type = overloaded(IntegerClass, place);
    break;
  case Literal::Kind::Word:
    type = overloaded(WordClass, place);
    break;
  case Literal::Kind::Real:
    return overloaded(RealClass, place);
  case Literal::Kind::Character:
    return builtins.character;
  case Literal::Kind::String:
    return builtins.string;
  }
  pending.constants.push_back({literal, type, place});
  return type;
}

Elaborator::ExpressionResult Elaborator::form(const syntax::LiteralExpression &form, const syntax::Expression &whole) {
  return make(whole.place, literalType(form.literal, whole.place), typed::LiteralExpression{form.literal});
}

Elaborator::ExpressionResult Elaborator::form(const syntax::NameExpression &form, const syntax::Expression &whole) {
  ValueEntry entry = findValue(form.name);
  if (!entry.info)
    return make(whole.place, fresh(whole.place), typed::RecordExpression{});
  const ValueInfo &info = *entry.info;
  std::vector<Type *> instances;
  Type *type = instantiate(types, info.scheme, level, whole.place, instances);
  if (info.overloading) {
    pending.overloaded.push_back(as<TypeVariable>(instances[0]));
    return make(whole.place, type, typed::OverloadedExpression{info.overloading, instances[0]});
  }
  switch (info.status) {
  case ValueStatus::Constructor:
    return make(whole.place, type, typed::ConstructorExpression{&info});
  case ValueStatus::Exception:
    return make(whole.place, type, typed::ExceptionExpression{entry.access, info.hasArgument});
  case ValueStatus::Value:
    break;
  }
  return make(whole.place, type, typed::NameExpression{entry.access, std::move(instances)});
}

Elaborator::ExpressionResult Elaborator::form(const syntax::RecordExpression &form, const syntax::Expression &whole) {
  std::vector<TypeField> fields;
  typed::RecordExpression record;
  for (const syntax::ExpressionField &field : form.fields) {
    for (const TypeField &other : fields)
      if (other.label == field.label.symbol)
        diagnostics.error(field.label.place,
                          "the label '" + field.label.symbol.text() + "' stands twice in this record");
    ExpressionResult value = expression(*field.value);
    record.fields.emplace_back(field.label.symbol, value);
    fields.push_back({field.label.symbol, value->type});
  }
  return make(whole.place, types.record(std::move(fields)), std::move(record));
}

Elaborator::ExpressionResult Elaborator::form(const syntax::SelectorExpression &form, const syntax::Expression &whole) {
  TypeVariable *record = fresh(whole.place);
  Type *field = fresh(whole.place);
  record->row = {{form.label, field}};
  pending.rows.push_back({record, whole.place});
  return make(whole.place, types.function(record, field), typed::SelectExpression{form.label});
}

std::vector<Elaborator::ExpressionResult> Elaborator::elements(const std::vector<const syntax::Expression *> &written,
                                                               Type *element, const char *message) {
  std::vector<ExpressionResult> made;
  for (const syntax::Expression *one : written) {
    made.push_back(expression(*one));
    unify(element, made.back()->type, made.back()->place, message, {{made[0]->place, "the first element is here"}});
  }
  return made;
}

Elaborator::ExpressionResult Elaborator::form(const syntax::ListExpression &form, const syntax::Expression &whole) {
  Type *element = fresh(whole.place);
  typed::ListExpression list{
      elements(form.elements, element,
               "the elements of a list have one type: this one is %found, but those before it are %expected")};
  return make(whole.place, types.constructed(builtins.listName, {element}), std::move(list));
}

Elaborator::ExpressionResult Elaborator::form(const syntax::VectorExpression &form, const syntax::Expression &whole) {
  Type *element = fresh(whole.place);
  typed::VectorExpression vector{
      elements(form.elements, element,
               "the elements of a vector have one type: this one is %found, but those before it are %expected")};
  return make(whole.place, types.constructed(builtins.vectorName, {element}), std::move(vector));
}

Elaborator::ExpressionResult Elaborator::form(const syntax::SequenceExpression &form, const syntax::Expression &whole) {
  typed::SequenceExpression sequence;
  for (const syntax::Expression *step : form.steps) {
    sequence.steps.push_back(expression(*step));
    if (step != form.steps.back())
      pending.steps.push_back({sequence.steps.back()->type, step->place, annotations.sequenceNonUnit});
  }
  Type *type = sequence.steps.back()->type;
  return make(whole.place, type, std::move(sequence));
}

Elaborator::ExpressionResult Elaborator::form(const syntax::LetExpression &form, const syntax::Expression &whole) {
  Scope::Mark mark = scope.mark();
  uint32_t firstBirth = types.nextBirth();
  typed::LetExpression let{{}, nullptr};
  declareAll(form.declarations, let.declarations);
  let.body = expression(*form.body);
  scope.leave(mark);
  auto finish = [&] {
    Type *type = let.body->type;
    return make(whole.place, type, std::move(let));
  };
  if (types.nextBirth() == firstBirth)
    return finish();
  // Type names of the declarations must not leave with the result (rule 4).
  for (const TypeName *name : namesBornSince(let.body->type, firstBirth))
    diagnostics.error(form.body->place,
                      "the value of this 'let' is " + show(let.body->type) + ", but the type '" + name->shownName +
                          "' is known inside of the 'let' only",
                      {{name->place, "the type is declared here"}});
  return finish();
}

/// Types of an argument against those that a function takes. Of a record or tuple that is written out, the field that
/// is wrong is shown.
void Elaborator::checkArgument(Type *expected, const typed::Expression &argument, const typed::Expression &function) {
  const auto *written = std::get_if<typed::RecordExpression>(&argument.form);
  auto *record = as<RecordType>(expected);
  auto *found = as<RecordType>(argument.type);
  bool haveSameFields =
      written && record && found &&
      std::equal(record->fields.begin(), record->fields.end(), found->fields.begin(), found->fields.end(),
                 [](const TypeField &left, const TypeField &right) { return left.label == right.label; });
  if (!haveSameFields || record->fields.empty()) {
    TypePrinter printer;
    unify(expected, argument.type, argument.place, "the function takes %expected, but its argument is %found",
          {{function.place, "the function is " + printer.print(function.type)}});
    return;
  }
  for (const auto &[label, value] : written->fields)
    for (const TypeField &field : record->fields)
      if (field.label == label)
        checkArgument(field.type, *value, function);
}

Elaborator::ExpressionResult Elaborator::form(const syntax::ApplyExpression &form, const syntax::Expression &whole) {
  ExpressionResult function = expression(*form.function);
  ExpressionResult argument = expression(*form.argument);
  auto *functionType = as<FunctionType>(function->type);
  if (!functionType) {
    auto *made = static_cast<FunctionType *>(types.function(fresh(whole.place), fresh(whole.place)));
    auto *variable = as<TypeVariable>(function->type);
    if (!variable || variable->isRigid || variable->overloadClass != 0 || !variable->row.empty()) {
      diagnostics.error(function->place,
                        "this is applied to an argument, but it is no function: it is " + show(function->type),
                        {{argument->place, "the argument is here"}});
      return make(whole.place, fresh(whole.place), typed::ApplyExpression{function, argument});
    }
    functionType = made;
    if (!unify(made, function->type, function->place, "a function %expected is needed here, but this is %found"))
      return make(whole.place, fresh(whole.place), typed::ApplyExpression{function, argument});
  }
  checkArgument(functionType->from, *argument, *function);
  return make(whole.place, functionType->to, typed::ApplyExpression{function, argument});
}

Elaborator::ExpressionResult Elaborator::form(const syntax::ConstraintExpression &form, const syntax::Expression &) {
  ExpressionResult value = expression(*form.value);
  unify(type(*form.type), value->type, value->place, "this expression is %found, but its type is given as %expected",
        {{form.type->place, "the type is given here"}});
  return value;
}

/// Rules whose patterns match values of the type `argument` and whose bodies have the type `result`.
std::vector<typed::Rule> Elaborator::rules(const std::vector<syntax::Rule> &written, Type *argument, Type *resultType,
                                           const char *argumentMessage, std::vector<Note> argumentNotes) {
  std::vector<typed::Rule> typedRules;
  for (const syntax::Rule &rule : written) {
    BoundNames bound;
    PatternResult rulePattern = pattern(*rule.pattern, bound);
    unify(argument, rulePattern->type, rulePattern->place, argumentMessage, argumentNotes);
    Scope::Mark mark = scope.mark();
    bindNames(bound);
    ExpressionResult body = expression(*rule.body);
    scope.leave(mark);
    std::vector<Note> notes;
    if (!typedRules.empty())
      notes.push_back({typedRules[0].body->place, "the first result is here"});
    unify(resultType, body->type, body->place, "this result is %found, but the results before it are %expected",
          std::move(notes));
    typedRules.push_back({rulePattern, body});
  }
  return typedRules;
}

/// Asks for a look at the rules once their types are known.
void Elaborator::checkRules(const std::vector<typed::Rule> &typedRules, const char *notExhaustive, Place place,
                            bool isBinding) {
  MatchReports reports = isBinding ? MatchReports{annotations.nonexhaustiveBind, annotations.redundantBind,
                                                  annotations.reportsExceptionsInBind}
                                   : MatchReports{annotations.nonexhaustiveMatch, annotations.redundantMatch,
                                                  annotations.reportsExceptionsInMatch};
  Pending::Match match{{}, notExhaustive, place, reports};
  for (const typed::Rule &rule : typedRules)
    match.patterns.push_back(rule.pattern);
  pending.matches.push_back(std::move(match));
}

Elaborator::ExpressionResult Elaborator::form(const syntax::HandleExpression &form, const syntax::Expression &whole) {
  ExpressionResult value = expression(*form.value);
  Type *handled = fresh(whole.place);
  unify(handled, value->type, value->place, "%expected %found");
  std::vector<typed::Rule> typedRules =
      rules(form.rules, builtins.exception, handled,
            "'handle' matches exceptions, of type exn, but this pattern is %found", {});
  checkRules(typedRules, nullptr, whole.place);
  return make(whole.place, handled, typed::HandleExpression{value, std::move(typedRules)});
}

Elaborator::ExpressionResult Elaborator::form(const syntax::ConditionExpression &form,
                                              const syntax::Expression &whole) {
  const char *message =
      form.isConjunction ? "'andalso' combines bool, but this is %found" : "'orelse' combines bool, but this is %found";
  ExpressionResult left = expression(*form.left);
  unify(builtins.boolean, left->type, left->place, message);
  ExpressionResult right = expression(*form.right);
  unify(builtins.boolean, right->type, right->place, message);
  ExpressionResult constant =
      make(whole.place, builtins.boolean,
           typed::ConstructorExpression{form.isConjunction ? builtins.falseInfo : builtins.trueInfo});
  typed::IfExpression choice =
      form.isConjunction ? typed::IfExpression{left, right, constant} : typed::IfExpression{left, constant, right};
  return make(whole.place, builtins.boolean, choice);
}

Elaborator::ExpressionResult Elaborator::form(const syntax::RaiseExpression &form, const syntax::Expression &whole) {
  ExpressionResult exception = expression(*form.exception);
  unify(builtins.exception, exception->type, exception->place,
        "only exceptions, of type exn, can be raised, but this is %found");
  return make(whole.place, fresh(whole.place), typed::RaiseExpression{exception});
}

Elaborator::ExpressionResult Elaborator::form(const syntax::IfExpression &form, const syntax::Expression &whole) {
  ExpressionResult condition = expression(*form.condition);
  unify(builtins.boolean, condition->type, condition->place, "the condition of 'if' has to be bool, but it is %found");
  ExpressionResult consequence = expression(*form.consequence);
  ExpressionResult alternative = expression(*form.alternative);
  unify(consequence->type, alternative->type, alternative->place,
        "both branches of 'if' have one type, but 'then' gives %expected and 'else' gives %found",
        {{consequence->place, "the 'then' branch is here"}});
  return make(whole.place, consequence->type, typed::IfExpression{condition, consequence, alternative});
}

Elaborator::ExpressionResult Elaborator::form(const syntax::WhileExpression &form, const syntax::Expression &whole) {
  ExpressionResult condition = expression(*form.condition);
  unify(builtins.boolean, condition->type, condition->place,
        "the condition of 'while' has to be bool, but it is %found");
  ExpressionResult body = expression(*form.body);
  return make(whole.place, types.unit(), typed::WhileExpression{condition, body});
}

Elaborator::ExpressionResult Elaborator::form(const syntax::CaseExpression &form, const syntax::Expression &whole) {
  ExpressionResult value = expression(*form.value);
  Type *resultType = fresh(whole.place);
  std::vector<typed::Rule> typedRules =
      rules(form.rules, value->type, resultType, "'case' looks at %expected, but this pattern is %found",
            {{value->place, "what 'case' looks at is here"}});
  checkRules(typedRules, "this 'case' does not cover every value", whole.place);
  return make(whole.place, resultType, typed::CaseExpression{value, std::move(typedRules)});
}

Elaborator::ExpressionResult Elaborator::form(const syntax::FunctionExpression &form, const syntax::Expression &whole) {
  Type *argument = fresh(whole.place), *resultType = fresh(whole.place);
  std::vector<typed::Rule> typedRules =
      rules(form.rules, argument, resultType,
            "the patterns of 'fn' have one type: this one is %found, but those before it are %expected",
            {{form.rules[0].pattern->place, "the first pattern is here"}});
  checkRules(typedRules, "this 'fn' does not cover every argument", whole.place);
  return make(whole.place, types.function(argument, resultType), typed::FunctionExpression{std::move(typedRules)});
}

Elaborator::ExpressionResult Elaborator::form(const syntax::PrimitiveExpression &form,
                                              const syntax::Expression &whole) {
  return make(whole.place, type(*form.type), typed::PrimitiveExpression{form.isImport, form.name});
}

bool isExpansive(const typed::Expression &expression) {
  return std::visit(
      [](const auto &form) -> bool {
        using Form = std::decay_t<decltype(form)>;
        if constexpr (std::is_same_v<Form, typed::RecordExpression>)
          return std::any_of(form.fields.begin(), form.fields.end(),
                             [](const auto &field) { return isExpansive(*field.second); });
        else if constexpr (std::is_same_v<Form, typed::ListExpression> || std::is_same_v<Form, typed::VectorExpression>)
          return std::any_of(form.elements.begin(), form.elements.end(),
                             [](const typed::Expression *element) { return isExpansive(*element); });
        else if constexpr (std::is_same_v<Form, typed::ApplyExpression>) {
          const auto *constructor = std::get_if<typed::ConstructorExpression>(&form.function->form);
          bool isReference = constructor && constructor->constructor->name == Symbol("ref");
          bool isException = std::holds_alternative<typed::ExceptionExpression>(form.function->form);
          return (!constructor && !isException) || isReference || isExpansive(*form.argument);
        } else
          return !std::is_same_v<Form, typed::LiteralExpression> && !std::is_same_v<Form, typed::NameExpression> &&
                 !std::is_same_v<Form, typed::ConstructorExpression> &&
                 !std::is_same_v<Form, typed::ExceptionExpression> &&
                 !std::is_same_v<Form, typed::OverloadedExpression> && !std::is_same_v<Form, typed::SelectExpression> &&
                 !std::is_same_v<Form, typed::FunctionExpression> && !std::is_same_v<Form, typed::PrimitiveExpression>;
      },
      expression.form);
}

} // namespace tactus::pml
