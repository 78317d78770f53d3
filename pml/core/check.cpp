//===- check.cpp - whether a core program is well-formed --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "check.h"

#include <unordered_set>

namespace tactus::pml::core {

namespace {

class Checker {
public:
  std::vector<std::string> problems;

  void check(const Block &block, const Function *around, bool isTried) {
    size_t variablesBefore = variables.size(), joinsBefore = joins.size();
    for (const Statement *statement : block.statements)
      check(*statement, around, isTried);
    check(block.end, around, isTried);
    forget(variables, visible, variablesBefore);
    forget(joins, visibleJoins, joinsBefore);
  }

private:
  std::vector<const Value *> variables;
  std::unordered_set<const Value *> visible;
  std::vector<const Join *> joins;
  std::unordered_set<const Join *> visibleJoins;
  static constexpr size_t MostProblems = 20;

  template <typename Entry> static void forget(std::vector<Entry> &list, std::unordered_set<Entry> &set, size_t count) {
    while (list.size() > count) {
      set.erase(list.back());
      list.pop_back();
    }
  }

  void complain(const std::string &problem) {
    if (problems.size() < MostProblems)
      problems.push_back(problem);
  }

  void define(const Value *value) {
    if (!visible.insert(value).second)
      complain(show(value) + " is defined twice");
    variables.push_back(value);
  }
  void use(const Value *value, const std::string &where) {
    if (value->isVariable() && !visible.contains(value))
      complain(show(value) + " is not in scope, in " + where);
  }

  void passes(const Values &arguments, size_t first, const std::vector<const Type *> &wanted,
              const std::string &where) {
    if (arguments.size() - first != wanted.size()) {
      complain("a wrong number of arguments, in " + where);
      return;
    }
    for (size_t index = 0; index < wanted.size(); ++index)
      if (arguments[first + index]->type != wanted[index])
        complain(show(arguments[first + index]) + " is " + show(arguments[first + index]->type) + " instead of " +
                 show(wanted[index]) + ", in " + where);
  }

  void calls(const Values &arguments, const Type *expected, const std::string &where) {
    const Type *type = arguments[0]->type;
    if (type->kind != TypeKind::Function) {
      complain("a call of no function, in " + where);
      return;
    }
    passes(arguments, 1, parameters(type), where);
    if (expected && result(type) != expected)
      complain("the result is " + show(result(type)) + " instead of " + show(expected) + ", in " + where);
  }

  void checkCall(const Statement &statement, const std::string &where) {
    calls(statement.arguments, nullptr, where);
    if (statement.arguments[0]->type->kind == TypeKind::Function)
      returns(statement.results, result(statement.arguments[0]->type), where);
  }

  /// Whether the values are what a function returns whose result has the type.
  void returns(const Values &values, const Type *type, const std::string &where) {
    std::vector<const Type *> given;
    for (const Value *value : values)
      given.push_back(value->type);
    if (given != returned(type))
      complain("the results are not those of " + show(type) + ", in " + where);
  }

  void check(const Statement &statement, const Function *around, bool isTried) {
    std::string where = statement.results.empty() ? "a statement" : "the definition of " + show(statement.results[0]);
    for (const Value *argument : statement.arguments)
      use(argument, where);
    if (statement.kind == Statement::Kind::Call)
      checkCall(statement, where);
    for (const Value *value : statement.results)
      define(value);
    for (const Function *function : statement.functions)
      define(function->name);
    for (const Join *join : statement.joins) {
      joins.push_back(join);
      visibleJoins.insert(join);
    }
    for (const Function *function : statement.functions)
      checkBody(*function->body, function->parameters, function, false);
    for (const Join *join : statement.joins)
      checkBody(*join->body, join->parameters, around, isTried);
  }

  void checkBody(const Block &body, const Values &defined, const Function *around, bool isTried) {
    size_t before = variables.size();
    // Joins of other functions cannot be reached.
    std::unordered_set<const Join *> hidden;
    bool isFunction = around && around->body == &body;
    if (isFunction)
      hidden.swap(visibleJoins);
    for (const Value *value : defined)
      define(value);
    check(body, around, isTried);
    forget(variables, visible, before);
    if (isFunction)
      hidden.swap(visibleJoins);
  }

  void check(const Transfer &end, const Function *around, bool isTried) {
    std::string where = "the end of a block in " + (around ? show(around->name) : std::string("the program"));
    for (const Value *argument : end.arguments)
      use(argument, where);
    const Type *expected = around ? result(around->name->type) : nullptr;
    switch (end.kind) {
    case Transfer::Kind::None:
      complain("no end: " + where);
      break;
    case Transfer::Kind::Return:
      if (isTried)
        complain("a return out of 'try', at " + where);
      if (expected)
        returns(end.arguments, expected, where);
      break;
    case Transfer::Kind::TailCall:
      if (isTried)
        complain("a tail call out of 'try', at " + where);
      calls(end.arguments, expected, where);
      break;
    case Transfer::Kind::Jump: {
      if (!visibleJoins.contains(end.target))
        complain("j" + std::to_string(end.target->number) + " is not in scope, at " + where);
      std::vector<const Type *> wanted;
      for (const Value *parameter : end.target->parameters)
        wanted.push_back(parameter->type);
      passes(end.arguments, 0, wanted, where + ", jump j" + std::to_string(end.target->number));
      break;
    }
    case Transfer::Kind::Try:
      check(*end.otherwise, around, true);
      checkBody(*end.handler, {end.caught}, around, isTried);
      return;
    default:
      break;
    }
    forEachBlock(end, [&](const Block *inner) { check(*inner, around, isTried); });
  }
};

} // namespace

std::vector<std::string> check(const Program &program) {
  Checker checker;
  checker.check(*program.body, nullptr, false);
  return checker.problems;
}

} // namespace tactus::pml::core
