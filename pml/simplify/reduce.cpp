//===- reduce.cpp - does what is known at compile time ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   select 0 (tuple a, b)               ==>  a
//   switch (construct 1 x)              ==>  its branch
//   jump j(a), the only one             ==>  j's body
//   jump j(construct 1 x)               ==>  jump to the branch that j's switch would take
//   call f(a), f small or given a known function to call  ==>  a copy of f's body
//
//===----------------------------------------------------------------------===//
#include "reduce.h"

#include "census.h"
#include "passes.h"

#include <algorithm>

namespace tactus::pml::simplifying {

using core::Block;
using core::Function;
using core::Join;
using core::Operator;
using core::Statement;
using core::Transfer;
using core::Value;
using core::Values;

namespace {

/// Functions up to this size are copied wherever they are called, up to the second where code runs once; with a known
/// function as argument, up to the other.
constexpr uint32_t SmallSize = 10, SmallSizeOnce = 2, LargestWithFunction = 50;

const Statement *madeBy(const Value *value, Operator op) {
  const Statement *made = value->definition;
  return made && made->kind == Statement::Kind::Operation && made->op == op ? made : nullptr;
}

} // namespace

Value *Reducer::resolved(Value *value) {
  auto found = substitution.find(value);
  if (found == substitution.end())
    return value;
  // Chains arise when what replaces a value is replaced itself.
  return found->second = resolved(found->second);
}

void Reducer::resolve(Values &values) {
  for (Value *&value : values)
    value = resolved(value);
}

void Reducer::replace(Value *value, Value *by) {
  substitution[value] = by;
  isChanged = true;
}

/// Rewrites a block to its end. What control goes to without a choice is appended to it.
void Reducer::reduce(Block &block) {
  Output out;
  Block *current = &block;
  while (current) {
    std::vector<Statement *> statements = std::move(current->statements);
    Transfer end = std::move(current->end);
    current->statements.clear();
    current->end = {};
    Block *next = nullptr;
    for (size_t index = 0; index < statements.size(); ++index) {
      Statement &statement = *statements[index];
      resolve(statement.arguments);
      if (statement.kind == Statement::Kind::Call && isWorthCopying(statement.arguments, statement.copied)) {
        // The rest becomes a join that the copy returns to.
        Block *copy = copyForCall(program, *statement.arguments[0]->function,
                                  {statement.arguments.begin() + 1, statement.arguments.end()}, statement.copied,
                                  statement.place);
        isChanged = true;
        Join *after = joinForResults(program, statement.results);
        after->body->statements.insert(after->body->statements.end(),
                                       statements.begin() + static_cast<ptrdiff_t>(index) + 1, statements.end());
        after->body->end = std::move(end);
        retarget(program, *copy, after, {});
        if (copy->end.kind == Transfer::Kind::Jump && copy->end.target == after) {
          // A body without branches.
          for (size_t position = 0; position < after->parameters.size(); ++position)
            substitution[after->parameters[position]] = copy->end.arguments[position];
          copy->statements.insert(copy->statements.end(), after->body->statements.begin(),
                                  after->body->statements.end());
          copy->end = std::move(after->body->end);
        } else {
          auto *declaration = program.arena.make<Statement>();
          declaration->kind = Statement::Kind::Joins;
          declaration->joins = {after};
          after->uses = 2; // more than one, as far as anybody knows
          copy->statements.insert(copy->statements.begin(), declaration);
        }
        next = copy;
        break;
      }
      if (reduceStatement(statement, out))
        out.statements.push_back(&statement);
    }
    if (next) {
      current = next;
      continue;
    }
    resolve(end.arguments);
    current = following(end);
    if (!current)
      block.end = std::move(end);
  }
  block.statements = std::move(out.statements);
  reduceBranches(block.end);
}

/// False if the statement is not needed.
bool Reducer::reduceStatement(Statement &statement, Output &out) {
  switch (statement.kind) {
  case Statement::Kind::Functions:
    reduceFunctions(statement);
    return true;
  case Statement::Kind::Joins:
    reduceJoins(statement, out);
    return !statement.joins.empty();
  case Statement::Kind::Operation:
    if (Value *folded = fold(statement)) {
      replace(statement.results[0], folded);
      return false;
    }
    return true;
  default:
    return true;
  }
}

void Reducer::reduceFunctions(Statement &statement) {
  for (Function *function : statement.functions) {
    auto before = known;
    bool wasInFunction = isInFunction, ranOnce = runsOnce;
    if (!wasInFunction)
      growth.enter(function);
    isInFunction = true;
    runsOnce = function->runsOnce;
    reduce(*function->body);
    isInFunction = wasInFunction;
    if (!wasInFunction)
      growth.enter(nullptr);
    runsOnce = ranOnce;
    known = std::move(before);
    finished.insert(function);
  }
}

void Reducer::reduceJoins(Statement &statement, Output &out) {
  if (statement.joins.size() == 1) {
    Join *join = statement.joins[0];
    if (join->uses == 1 && !join->isRecursive && join->leavingUses == 0) {
      waiting.insert(join);
      statement.joins.clear();
      return;
    }
    if (join->informedUses > 0 && !join->isRecursive)
      splitSwitch(*join, out);
  }
  for (Join *join : statement.joins) {
    auto before = known;
    reduce(*join->body);
    known = std::move(before);
  }
}

/// Makes the branches of a join's switch joins themselves, so that those who know the choice can jump to them.
void Reducer::splitSwitch(Join &join, Output &out) {
  Transfer &end = join.body->end;
  if (!join.body->statements.empty() || end.kind != Transfer::Kind::Switch)
    return;
  auto split = [&](Block *&branch) {
    if (branch->statements.empty() && branch->end.kind == Transfer::Kind::Jump)
      return; // is one already
    Values parameters;
    for (Value *parameter : join.parameters)
      parameters.push_back(program.variable(parameter->type, parameter->text));
    Join *made = program.join(parameters);
    made->body = branch;
    made->uses = 2;
    Substitution renamed;
    for (size_t index = 0; index < parameters.size(); ++index)
      renamed[join.parameters[index]] = parameters[index];
    Function wrapper;
    wrapper.parameters = join.parameters;
    wrapper.body = branch;
    made->body = copyBody(program, wrapper, parameters);
    auto *declaration = program.arena.make<Statement>();
    declaration->kind = Statement::Kind::Joins;
    declaration->joins = {made};
    auto before = known;
    reduce(*made->body);
    known = std::move(before);
    out.statements.push_back(declaration);
    branch = program.block();
    branch->end.kind = Transfer::Kind::Jump;
    branch->end.target = made;
    branch->end.arguments = join.parameters;
  };
  for (Transfer::Case &one : end.cases)
    split(one.block);
  if (end.otherwise)
    split(end.otherwise);
}

//===--- What is known --------------------------------------------------------------------===//

Value *Reducer::fold(const Statement &statement) {
  switch (statement.op) {
  case Operator::Select:
    if (const Statement *tuple = madeBy(statement.arguments[0], Operator::Tuple))
      return resolved(tuple->arguments[statement.index]);
    return nullptr;
  case Operator::Project:
    if (const Statement *made = madeBy(statement.arguments[0], Operator::Construct);
        made && made->index == statement.index)
      return resolved(made->arguments[statement.field]);
    return nullptr;
  case Operator::ExceptionArgument:
    if (const Statement *made = madeBy(statement.arguments[0], Operator::MakeException);
        made && made->arguments[0] == statement.arguments[1])
      return resolved(made->arguments[statement.field + 1]);
    return nullptr;
  case Operator::Primitive:
    return foldPrimitive(statement);
  default:
    return nullptr;
  }
}

Value *Reducer::foldArithmetic(const std::string &operation, unsigned bits, int64_t left, int64_t right,
                               const core::Type *type) {
  int64_t result = 0;
  bool overflows = operation == "add"   ? __builtin_add_overflow(left, right, &result)
                   : operation == "sub" ? __builtin_sub_overflow(left, right, &result)
                   : operation == "mul" ? __builtin_mul_overflow(left, right, &result)
                                        : true;
  if (!overflows &&
      (bits == 64 || result == static_cast<int64_t>(static_cast<uint64_t>(result) << (64 - bits)) >> (64 - bits)))
    return program.integer(type, result);
  const core::Type *boolean = program.types.boolean();
  if (operation == "lt")
    return program.integer(boolean, left < right);
  if (operation == "le")
    return program.integer(boolean, left <= right);
  if (operation == "gt")
    return program.integer(boolean, left > right);
  if (operation == "ge")
    return program.integer(boolean, left >= right);
  return nullptr;
}

Value *Reducer::foldPrimitive(const Statement &statement) {
  const Values &arguments = statement.arguments;
  if (arguments.size() != 2 || statement.results.size() != 1 || arguments[0]->kind != Value::Kind::Integer ||
      arguments[1]->kind != Value::Kind::Integer)
    return nullptr;
  if (statement.name == "equal")
    return program.integer(program.types.boolean(), arguments[0]->bits == arguments[1]->bits);
  size_t underscore = statement.name.find('_');
  if (arguments[0]->type->kind != core::TypeKind::Integer || statement.name.compare(0, 3, "int") != 0 ||
      underscore == std::string::npos)
    return nullptr;
  return foldArithmetic(statement.name.substr(underscore + 1), arguments[0]->type->bits, arguments[0]->bits,
                        arguments[1]->bits, statement.results[0]->type);
}

/// The branch of a switch whose choice is known.
Block *Reducer::chosen(const Transfer &end) {
  const Value *value = end.arguments[0];
  int64_t key = 0;
  if (value->kind == Value::Kind::Integer)
    key = value->bits;
  else if (const Statement *made = madeBy(value, Operator::Construct))
    key = made->index;
  else if (auto found = known.find(value); found != known.end())
    key = found->second;
  else
    return nullptr;
  for (const Transfer::Case &one : end.cases)
    if (one.key == key)
      return one.block;
  return end.otherwise;
}

//===--- Control --------------------------------------------------------------------------===//

Block *Reducer::following(Transfer &end) {
  if (end.kind == Transfer::Kind::Switch) {
    Block *taken = chosen(end);
    isChanged = isChanged || taken;
    return taken;
  }
  if (end.kind == Transfer::Kind::TailCall)
    return inlineTail(end);
  if (end.kind != Transfer::Kind::Jump)
    return nullptr;
  threadJump(end);
  Join *join = end.target;
  if (waiting.erase(join) == 0)
    return nullptr;
  for (size_t index = 0; index < join->parameters.size(); ++index)
    replace(join->parameters[index], end.arguments[index]);
  return join->body;
}

/// A jump to a join that only chooses goes to where the choice leads.
void Reducer::threadJump(Transfer &end) {
  for (unsigned steps = 0; steps < 8; ++steps) {
    Join *join = end.target;
    if (!join->body->statements.empty() || waiting.contains(join))
      return;
    const Transfer &next = join->body->end;
    Block *taken = nullptr;
    if (next.kind == Transfer::Kind::Jump)
      taken = join->body;
    else if (next.kind == Transfer::Kind::Switch) {
      auto position = std::find(join->parameters.begin(), join->parameters.end(), next.arguments[0]);
      if (position == join->parameters.end())
        return;
      Transfer asked = next;
      asked.arguments = {end.arguments[static_cast<size_t>(position - join->parameters.begin())]};
      taken = chosen(asked);
      if (!taken || !taken->statements.empty() || taken->end.kind != Transfer::Kind::Jump)
        return;
    } else
      return;
    if (taken->end.target == join || waiting.contains(taken->end.target))
      return;
    Values passed;
    for (Value *value : taken->end.arguments) {
      value = resolved(value);
      auto position = std::find(join->parameters.begin(), join->parameters.end(), value);
      passed.push_back(position == join->parameters.end()
                           ? value
                           : end.arguments[static_cast<size_t>(position - join->parameters.begin())]);
    }
    end.target = taken->end.target;
    end.arguments = std::move(passed);
    isChanged = true;
  }
}

/// Whether a call's callee, the first of the arguments, is to be copied here.
bool Reducer::isWorthCopying(const Values &arguments, const core::Copied *site) {
  const Function *function = arguments[0]->function;
  if (!function || (function->isRecursive && !function->isWrapper) || !finished.contains(function))
    return false;
  // What is called once only, contify() moves.
  if (function->name->uses == 1)
    return false;
  // Elsewhere it pays to know the function; the program's body runs once.
  bool givesFunction = false;
  for (size_t index = 1; isInFunction && index < arguments.size(); ++index)
    givesFunction = givesFunction || (arguments[index]->function && function->parameters[index - 1]->calls > 0);
  bool isWorth = function->isWrapper || function->size <= (runsOnce ? SmallSizeOnce : SmallSize) ||
                 (givesFunction && function->size <= LargestWithFunction);
  return isWorth && growth.take(*function, site);
}

Block *Reducer::inlineTail(Transfer &end) {
  if (!isWorthCopying(end.arguments, end.copied))
    return nullptr;
  isChanged = true;
  return copyForCall(program, *end.arguments[0]->function, {end.arguments.begin() + 1, end.arguments.end()}, end.copied,
                     end.place);
}

void Reducer::reduceBranches(Transfer &end) {
  const Value *looked = end.kind == Transfer::Kind::Switch ? end.arguments[0] : nullptr;
  for (Transfer::Case &one : end.cases) {
    auto before = known.find(looked);
    bool wasKnown = before != known.end();
    if (looked && looked->isVariable())
      known[looked] = one.key;
    reduce(*one.block);
    if (!wasKnown)
      known.erase(looked);
  }
  if (end.otherwise)
    reduce(*end.otherwise);
  if (end.handler)
    reduce(*end.handler);
}

bool reduce(core::Program &program, Growth &growth) {
  Reducer reducer(program, growth);
  reducer.reduce(*program.body);
  return reducer.isChanged;
}

} // namespace tactus::pml::simplifying
