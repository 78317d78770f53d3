//===- expressions.cpp - expressions to A-normal form -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// An expression becomes statements and an operand. Where control branches, the branches deliver their values to a join
// and what follows goes into the join's body; in tail position they return.
//
//===----------------------------------------------------------------------===//
#include "specialiser.h"

#include "pml/source/limits.h"

#include <algorithm>

namespace tactus::pml::specialising {

using core::Operator;
using core::Statement;
using core::Transfer;
using core::TypeKind;
using core::Value;
using core::Values;

bool Specialiser::isBranching(const typed::Expression &expression) {
  return std::holds_alternative<typed::IfExpression>(expression.form) ||
         std::holds_alternative<typed::CaseExpression>(expression.form) ||
         std::holds_alternative<typed::HandleExpression>(expression.form);
}

Value *Specialiser::value(const typed::Expression &expression, Frame *frame) {
  Depth nesting(depth, DeepestTree, expression.place, "this is nested");
  if (!isBranching(expression))
    return valueForm(expression, frame);
  const core::Type *resultType = type(expression.type, frame);
  core::Join *after = joinFor(resultType);
  into(expression, frame, {after});
  return enterJoin(after, resultType);
}

/// Delivers the value of an expression, and ends the block.
void Specialiser::into(const typed::Expression &expression, Frame *frame, Destination destination) {
  Depth nesting(depth, DeepestTree, expression.place, "this is nested");
  if (isBranching(expression)) {
    intoBranching(expression, frame, destination);
    return;
  }
  if (const auto *let = std::get_if<typed::LetExpression>(&expression.form)) {
    declare(let->declarations, frame);
    into(*let->body, frame, destination);
    return;
  }
  if (const auto *sequence = std::get_if<typed::SequenceExpression>(&expression.form)) {
    for (size_t index = 0; index + 1 < sequence->steps.size(); ++index)
      value(*sequence->steps[index], frame);
    into(*sequence->steps.back(), frame, destination);
    return;
  }
  Value *result = valueForm(expression, frame);
  if (destination.join || !makeTailCall(result))
    deliver(destination, result);
}

/// A call whose value is returned at once is a tail call. Ends the block with it if the value is that of the last call.
bool Specialiser::makeTailCall(const Value *result) {
  std::vector<Statement *> &statements = here->statements;
  size_t count = core::isReturnedFlat(result->type) ? 2 : 1; // the call, and the tuple of its results
  if (statements.size() < count || statements.back() != result->definition)
    return false;
  const Statement &made = *statements[statements.size() - count];
  if (made.kind != Statement::Kind::Call || (count == 2 && statements.back()->arguments != made.results))
    return false;
  // It may be a record of one field around the value.
  if (core::result(made.arguments[0]->type) != result->type)
    return false;
  Values passed = made.arguments;
  Place place = made.place;
  statements.resize(statements.size() - count);
  finish(Transfer::Kind::TailCall, std::move(passed)).place = place;
  return true;
}

bool Specialiser::intoBranching(const typed::Expression &expression, Frame *frame, Destination destination) {
  if (const auto *choice = std::get_if<typed::IfExpression>(&expression.form)) {
    Value *condition = value(*choice->condition, frame);
    core::Block *consequence = target.block(), *alternative = target.block();
    choose(condition, {{0, alternative}, {1, consequence}}, nullptr);
    here = consequence;
    into(*choice->consequence, frame, destination);
    here = alternative;
    into(*choice->alternative, frame, destination);
  } else if (const auto *cases = std::get_if<typed::CaseExpression>(&expression.form)) {
    Value *looked = value(*cases->value, frame);
    Place place = expression.place;
    rules(cases->rules, looked, frame, destination, [&] { raiseBuiltin("Match", place); });
  } else
    handle(std::get<typed::HandleExpression>(expression.form), expression, frame, destination);
  return true;
}

/// The components of a record, evaluated as they are written, in the order of the type.
Values Specialiser::fields(const typed::RecordExpression &form, Frame *frame) {
  std::vector<std::pair<Symbol, Value *>> evaluated;
  for (const auto &[label, field] : form.fields)
    evaluated.emplace_back(label, value(*field, frame));
  std::sort(evaluated.begin(), evaluated.end(),
            [](const auto &left, const auto &right) { return labelLess(left.first, right.first); });
  Values sorted;
  for (const auto &entry : evaluated)
    sorted.push_back(entry.second);
  return sorted;
}

/// What an argument is passed as.
Values Specialiser::arguments(const typed::Expression &expression, Frame *frame) {
  if (const auto *written = std::get_if<typed::RecordExpression>(&expression.form))
    return fields(*written, frame);
  return spread(value(expression, frame));
}

Value *Specialiser::valueForm(const typed::Expression &whole, Frame *frame) {
  if (Meaning meant = meaningOf(whole, frame); meant.value || meant.primitive.expression || meant.constructor)
    return asValue(meant, whole.place);
  if (const auto *constant = std::get_if<typed::LiteralExpression>(&whole.form))
    return literal(constant->literal, type(whole.type, frame));
  if (const auto *written = std::get_if<typed::RecordExpression>(&whole.form))
    return tuple(type(whole.type, frame), fields(*written, frame));
  if (const auto *selection = std::get_if<typed::SelectExpression>(&whole.form)) {
    // #label as a value: a function.
    auto *functionType = as<FunctionType>(whole.type);
    core::Function *made = beginFunction(type(functionType, frame), "#" + selection->label.text(), whole.place);
    const auto &labels = as<RecordType>(functionType->from)->fields;
    Inside inside(*this, made->body);
    for (size_t index = 0; index < labels.size(); ++index)
      if (labels[index].label == selection->label)
        returnValue(made->parameters[index]);
    return made->name;
  }
  if (const auto *elements = std::get_if<typed::ListExpression>(&whole.form))
    return list(*elements, type(whole.type, frame), whole.place, frame);
  if (const auto *elements = std::get_if<typed::VectorExpression>(&whole.form))
    return vector(*elements, type(whole.type, frame), frame);
  if (const auto *sequence = std::get_if<typed::SequenceExpression>(&whole.form)) {
    for (size_t index = 0; index + 1 < sequence->steps.size(); ++index)
      value(*sequence->steps[index], frame);
    return value(*sequence->steps.back(), frame);
  }
  if (const auto *let = std::get_if<typed::LetExpression>(&whole.form)) {
    declare(let->declarations, frame);
    return value(*let->body, frame);
  }
  if (const auto *application = std::get_if<typed::ApplyExpression>(&whole.form))
    return apply(*application, whole, frame);
  if (const auto *raising = std::get_if<typed::RaiseExpression>(&whole.form)) {
    raise(value(*raising->exception, frame), whole.place);
    return undefined(type(whole.type, frame));
  }
  if (const auto *repeated = std::get_if<typed::WhileExpression>(&whole.form)) {
    loop(*repeated, frame);
    return target.unit();
  }
  return function(std::get<typed::FunctionExpression>(whole.form), whole, frame);
}

/// What a name, a primitive or a constructor stands for; empty for other expressions.
Meaning Specialiser::meaningOf(const typed::Expression &expression, Frame *frame) {
  if (const auto *name = std::get_if<typed::NameExpression>(&expression.form)) {
    CoreTypes instances;
    for (Type *one : name->instances)
      instances.push_back(type(one, frame));
    return meaning(*bindingAt(*name->access, frame), std::move(instances));
  }
  if (const auto *primitive = std::get_if<typed::PrimitiveExpression>(&expression.form)) {
    const core::Type *meant = type(expression.type, frame);
    return {nullptr, {primitive, meant, expression.place}, nullptr, meant};
  }
  if (const auto *constructor = std::get_if<typed::ConstructorExpression>(&expression.form))
    return {nullptr, {}, constructor->constructor, type(expression.type, frame)};
  if (const auto *exception = std::get_if<typed::ExceptionExpression>(&expression.form)) {
    const ValueInfo *info = nullptr;
    static const ValueInfo WithArgument{{}, {}, ValueStatus::Exception, nullptr, 0, true, nullptr, {}},
        WithoutArgument{{}, {}, ValueStatus::Exception, nullptr, 0, false, nullptr, {}};
    info = exception->hasArgument ? &WithArgument : &WithoutArgument;
    return {exceptionTag(*exception->exception, frame), {}, info, type(expression.type, frame)};
  }
  if (const auto *overloaded = std::get_if<typed::OverloadedExpression>(&expression.form)) {
    const auto *chosen = as<ConstructedType>(overloaded->instance);
    for (const Overloading::Alternative &alternative : overloaded->overloading->alternatives)
      if (chosen && alternative.type == chosen->name)
        return meaning(*bindingAt(*source.overloadAlternatives[alternative.access], &root), {});
  }
  return {};
}

/// A constructor or an exception, applied to the fields of its argument.
Value *Specialiser::construct(const core::Type *made, uint32_t tag, Values fields) {
  if (made->kind == TypeKind::Boolean)
    return target.integer(made, tag);
  if (made->kind == TypeKind::Reference)
    return operation(Operator::NewReference, made, std::move(fields));
  static_cast<void>(made->data->constructors());
  return operation(Operator::Construct, made, std::move(fields), tag);
}

Value *Specialiser::asValue(const Meaning &meant, Place place) {
  if (meant.primitive.expression)
    return meant.type->kind == TypeKind::Function ? primitiveFunction(meant.primitive, place)
                                                  : applyPrimitive(meant.primitive, {}, place);
  if (!meant.constructor)
    return meant.value;
  bool isException = meant.constructor->status == ValueStatus::Exception;
  auto build = [&](const core::Type *made, Values fields) {
    if (!isException)
      return construct(made, meant.constructor->tag, std::move(fields));
    fields.insert(fields.begin(), meant.value);
    return operation(Operator::MakeException, made, std::move(fields));
  };
  if (!meant.constructor->hasArgument)
    return build(meant.type, {});
  core::Function *function = beginFunction(
      meant.type, meant.constructor->name.isEmpty() ? "exception" : meant.constructor->name.text(), place);
  const core::Type *made = core::result(meant.type);
  Inside inside(*this, function->body);
  Values fields = function->parameters;
  if (made->kind == TypeKind::Reference && fields.size() != 1)
    fields = {tuple(made->parts[0], fields)};
  returnValue(build(made, std::move(fields)));
  return function->name;
}

Value *Specialiser::apply(const typed::ApplyExpression &form, const typed::Expression &whole, Frame *frame) {
  if (const auto *selection = std::get_if<typed::SelectExpression>(&form.function->form)) {
    Value *record = value(*form.argument, frame);
    const auto &labels = as<RecordType>(form.argument->type)->fields;
    for (uint32_t index = 0; index < labels.size(); ++index)
      if (labels[index].label == selection->label)
        return select(record, index);
  }
  if (const auto *written = std::get_if<typed::FunctionExpression>(&form.function->form);
      written && written->rules.size() == 1) {
    // (fn pattern => body) argument
    Value *argument = value(*form.argument, frame);
    const core::Type *resultType = type(whole.type, frame);
    core::Join *after = joinFor(resultType);
    Place place = form.function->place;
    rules(written->rules, argument, frame, {after}, [&] { raiseBuiltin("Match", place); });
    return enterJoin(after, resultType);
  }
  Meaning meant = meaningOf(*form.function, frame);
  if (meant.value || meant.primitive.expression || meant.constructor)
    return applyMeaning(meant, *form.argument, whole, frame);
  Value *function = value(*form.function, frame);
  Values passed = arguments(*form.argument, frame);
  return call(function, std::move(passed), whole.place);
}

Value *Specialiser::applyMeaning(const Meaning &meant, const typed::Expression &argument,
                                 const typed::Expression &whole, Frame *frame) {
  if (meant.primitive.expression)
    return applyPrimitive(meant.primitive, arguments(argument, frame), whole.place);
  if (!meant.constructor)
    return call(meant.value, arguments(argument, frame), whole.place);
  const core::Type *made = core::result(meant.type);
  if (made->kind == TypeKind::Reference)
    return construct(made, 0, {value(argument, frame)});
  Values passed = arguments(argument, frame);
  if (meant.constructor->status != ValueStatus::Exception)
    return construct(made, meant.constructor->tag, std::move(passed));
  passed.insert(passed.begin(), meant.value);
  return operation(Operator::MakeException, made, std::move(passed));
}

/// A number or a character, whose bits are kept sign-extended.
Value *Specialiser::constant(const core::Type *type, uint64_t bits) {
  unsigned unused = 64 - (type->kind == TypeKind::Character ? 8 : type->bits);
  return target.integer(type, static_cast<int64_t>(bits << unused) >> unused);
}

Value *Specialiser::literal(const Literal &literal, const core::Type *type) {
  switch (literal.kind) {
  case Literal::Kind::Integer:
  case Literal::Kind::Word:
    if (type->kind == TypeKind::BigInteger)
      return target.constant(Value::Kind::BigInteger, type, (literal.isNegative ? "-" : "") + literal.value);
    {
      auto magnitude = static_cast<uint64_t>(std::stoull(literal.value.empty() ? "0" : literal.value, nullptr, 16));
      return constant(type, literal.isNegative ? uint64_t{0} - magnitude : magnitude);
    }
  case Literal::Kind::Real:
    return target.constant(Value::Kind::Real, type, literal.value);
  case Literal::Kind::Character:
    return constant(type, static_cast<unsigned char>(literal.value[0]));
  case Literal::Kind::String:
    return target.constant(Value::Kind::String, type, literal.value);
  }
  return nullptr;
}

/// Whether nothing is computed for it.
static bool isAtHand(const typed::Expression &expression) {
  if (const auto *record = std::get_if<typed::RecordExpression>(&expression.form))
    return std::ranges::all_of(record->fields, [](const auto &field) { return isAtHand(*field.second); });
  if (const auto *elements = std::get_if<typed::ListExpression>(&expression.form))
    return std::ranges::all_of(elements->elements, [](const auto *element) { return isAtHand(*element); });
  if (const auto *apply = std::get_if<typed::ApplyExpression>(&expression.form))
    return std::holds_alternative<typed::ConstructorExpression>(apply->function->form) && isAtHand(*apply->argument);
  return std::holds_alternative<typed::LiteralExpression>(expression.form) ||
         std::holds_alternative<typed::NameExpression>(expression.form) ||
         std::holds_alternative<typed::ConstructorExpression>(expression.form);
}

/// Each element is put into an array as soon as it is there, so that few objects live in frames while the next ones are
/// computed. The list is made of the array, from its end.
void Specialiser::returnLongList(const typed::ListExpression &form, const core::Type *type, Frame *frame) {
  const core::Type *index = types.integer(64), *element = this->type(form.elements[0]->type, frame);
  Value *count = target.integer(index, static_cast<int64_t>(form.elements.size()));
  Value *array = primitive("uninitialised", types.get(TypeKind::Array, {element}), {count});
  for (size_t at = 0; at < form.elements.size(); ++at) {
    Value *made = value(*form.elements[at], frame);
    primitive("update", types.unit(), {array, target.integer(index, static_cast<int64_t>(at)), made})
        ->definition->results.clear();
  }
  Value *position = target.variable(index), *rest = target.variable(type);
  core::Join *again = join({position, rest});
  jump(again, {count, construct(type, 1, {})});
  here = again->body;
  core::Block *end = target.block(), *body = target.block();
  choose(primitive("equal", types.boolean(), {position, target.integer(index, 0)}), {{0, body}, {1, end}}, nullptr);
  here = end;
  returnValue(rest);
  here = body;
  Value *before = primitive("int64_sub", index, {position, target.integer(index, 1)});
  jump(again, {before, construct(type, 0, {primitive("array_sub", element, {array, before}), rest})});
}

/// By a function, as a declaration whose copies have no loops may stand here.
Value *Specialiser::longList(const typed::ListExpression &form, const core::Type *type, Place place, Frame *frame) {
  core::Function *made = beginFunction(types.function(types.unit(), type), "list", place);
  {
    Inside inside(*this, made->body);
    ++functionDepth;
    returnLongList(form, type, frame);
    --functionDepth;
  }
  return call(made->name, {}, place);
}

Value *Specialiser::list(const typed::ListExpression &form, const core::Type *type, Place place, Frame *frame) {
  constexpr size_t MostInFrame = 32;
  if (form.elements.size() > MostInFrame &&
      !std::ranges::all_of(form.elements, [](const typed::Expression *element) { return isAtHand(*element); }))
    return longList(form, type, place, frame);
  Values elements;
  for (const typed::Expression *element : form.elements)
    elements.push_back(value(*element, frame));
  Value *rest = construct(type, 1, {});
  while (!elements.empty()) {
    rest = construct(type, 0, {elements.back(), rest});
    elements.pop_back();
  }
  return rest;
}

Value *Specialiser::vector(const typed::VectorExpression &form, const core::Type *type, Frame *frame) {
  Values elements;
  for (const typed::Expression *element : form.elements)
    elements.push_back(value(*element, frame));
  const core::Type *index = types.integer(64);
  Value *array = primitive("uninitialised", types.get(TypeKind::Array, {type->parts[0]}),
                           {target.integer(index, static_cast<int64_t>(elements.size()))});
  for (size_t at = 0; at < elements.size(); ++at)
    primitive("update", types.unit(), {array, target.integer(index, static_cast<int64_t>(at)), elements[at]})
        ->definition->results.clear();
  return primitive("freeze", type, {array});
}

Value *Specialiser::function(const typed::FunctionExpression &form, const typed::Expression &whole, Frame *frame) {
  core::Function *made = beginFunction(type(whole.type, frame), "fn", whole.place);
  functionBody(*made, form, whole.place, frame);
  return made->name;
}

void Specialiser::functionBody(core::Function &made, const typed::FunctionExpression &form, Place place, Frame *frame) {
  Inside inside(*this, made.body);
  const core::Type *from = type(form.rules[0].pattern->type, frame);
  ++functionDepth;
  rules(form.rules, parameter(made, from), frame, {}, [&] { raiseBuiltin("Match", place); });
  --functionDepth;
}

/// while condition do body:  join again() = if condition then (body; again ()) else after ()
void Specialiser::loop(const typed::WhileExpression &form, Frame *frame) {
  core::Join *after = join({});
  core::Join *again = join({});
  jump(again, {});
  here = again->body;
  Value *condition = value(*form.condition, frame);
  core::Block *body = target.block(), *leave = target.block();
  choose(condition, {{0, leave}, {1, body}}, nullptr);
  here = leave;
  jump(after, {});
  here = body;
  value(*form.body, frame);
  jump(again, {});
  here = after->body;
}

/// The value leaves the handler by a jump.
void Specialiser::handle(const typed::HandleExpression &form, const typed::Expression &whole, Frame *frame,
                         Destination destination) {
  const core::Type *resultType = type(whole.type, frame);
  core::Join *after = joinFor(resultType);
  core::Block *body = target.block(), *handler = target.block();
  Value *caught = target.variable(types.get(TypeKind::Exception));
  Transfer &end = finish(Transfer::Kind::Try);
  end.otherwise = body;
  end.handler = handler;
  end.caught = caught;
  here = body;
  into(*form.value, frame, {after});
  here = handler;
  rules(form.rules, caught, frame, destination, [&] { raise(caught, {}); });
  here = after->body;
  deliver(destination,
          resultType->kind == TypeKind::Tuple ? tuple(resultType, after->parameters) : after->parameters[0]);
}

} // namespace tactus::pml::specialising
