//===- census.cpp - how often things are used -------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "census.h"

#include "pml/ir/primitives.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

namespace tactus::pml::simplifying {

using core::Block;
using core::Function;
using core::Join;
using core::Statement;
using core::Transfer;
using core::Value;

namespace {

/// Whether it is known which constructor or constant a value is.
bool isInformed(const Value *value) {
  if (value->kind == Value::Kind::Integer)
    return true;
  const Statement *made = value->definition;
  return made && made->kind == Statement::Kind::Operation && made->op == core::Operator::Construct;
}

class Census {
public:
  void run(Block &body) {
    visit(body);
    while (!reached.empty()) {
      Function *function = reached.back();
      reached.pop_back();
      group = groupOf.at(function);
      for (Value *parameter : function->parameters)
        define(parameter, nullptr);
      uint32_t before = size;
      handler = ++handlers;
      visit(*function->body);
      function->size = size - before;
    }
  }

private:
  void visit(Block &block) {
    for (Statement *statement : block.statements)
      visit(*statement);
    ++size;
    Transfer &end = block.end;
    for (size_t index = 0; index < end.arguments.size(); ++index)
      use(end.arguments[index], end.kind == Transfer::Kind::TailCall && index == 0);
    if (end.kind == Transfer::Kind::Jump)
      jump(end);
    if (end.kind == Transfer::Kind::Try) {
      uint32_t outer = handler;
      handler = ++handlers;
      visit(*end.otherwise);
      handler = outer;
      define(end.caught, nullptr);
      visit(*end.handler);
      return;
    }
    core::forEachBlock(end, [&](Block *inner) { visit(*inner); });
  }

  struct Group {
    const Statement *statement;
    const Group *around;
  };
  uint32_t size = 0;
  uint32_t handler = 0;
  uint32_t handlers = 0;
  std::unordered_map<const Join *, uint32_t> handlerOf;
  std::deque<Group> groups;
  /// The group that is being visited.
  const Group *group = nullptr;
  std::unordered_map<const Function *, const Group *> groupOf;
  std::vector<Function *> reached;

  static void define(Value *value, Statement *definition) {
    value->uses = value->calls = 0;
    value->definition = definition;
  }

  void use(Value *value, bool isCall) {
    ++value->uses;
    value->calls += isCall;
    if (!value->function)
      return;
    if (!value->function->isReached) {
      value->function->isReached = true;
      reached.push_back(value->function);
    }
    const Group *its = groupOf.at(value->function);
    for (const Group *around = group; around; around = around->around)
      if (around == its)
        for (Function *function : its->statement->functions)
          function->isRecursive = true;
  }

  void jump(Transfer &end) {
    Join &join = *end.target;
    ++join.uses;
    join.leavingUses += handlerOf[&join] != handler;
    const Transfer &next = join.body->end;
    if (!join.body->statements.empty() || next.kind != Transfer::Kind::Switch)
      return;
    for (size_t index = 0; index < join.parameters.size(); ++index)
      join.informedUses += join.parameters[index] == next.arguments[0] && isInformed(end.arguments[index]);
  }

  void visit(Statement &statement) {
    ++size;
    bool isCall = statement.kind == Statement::Kind::Call;
    for (size_t index = 0; index < statement.arguments.size(); ++index)
      use(statement.arguments[index], isCall && index == 0);
    for (Value *result : statement.results)
      define(result, &statement);
    if (!statement.functions.empty())
      groups.push_back({&statement, group});
    for (Function *function : statement.functions) {
      define(function->name, &statement);
      function->name->function = function;
      function->isRecursive = function->isReached = false;
      groupOf[function] = &groups.back();
    }
    visitJoins(statement);
  }

  void visitJoins(Statement &statement) {
    for (Join *join : statement.joins) {
      join->uses = join->informedUses = join->leavingUses = 0;
      join->isRecursive = false;
      handlerOf[join] = handler;
      for (Value *parameter : join->parameters)
        define(parameter, nullptr);
    }
    for (Join *join : statement.joins)
      visit(*join->body);
    for (Join *join : statement.joins)
      join->isRecursive = join->uses > 0 || statement.joins.size() > 1;
  }
};

class Cleaner {
public:
  bool isChanged = false;

  void clean(Block &block) {
    // Later statements first: they use what earlier ones define.
    core::forEachBlock(block.end, [&](Block *inner) { clean(*inner); });
    auto &statements = block.statements;
    for (size_t index = statements.size(); index-- > 0;)
      if (!clean(*statements[index]))
        statements[index] = nullptr;
    size_t before = statements.size();
    std::erase(statements, nullptr);
    isChanged = isChanged || statements.size() != before;
  }

private:
  void release(Block &block) {
    core::forEachBlock(block.end, [&](Block *inner) { release(*inner); });
    for (Value *argument : block.end.arguments)
      --argument->uses;
    if (block.end.kind == Transfer::Kind::TailCall)
      --block.end.arguments[0]->calls;
    if (block.end.kind == Transfer::Kind::Jump)
      --block.end.target->uses;
    for (Statement *statement : block.statements)
      release(*statement);
  }
  void release(Statement &statement) {
    for (Value *argument : statement.arguments)
      --argument->uses;
    if (statement.kind == Statement::Kind::Call)
      --statement.arguments[0]->calls;
    // What a function mentions has been counted if the function is reached.
    for (Function *function : statement.functions)
      if (function->isReached)
        release(*function->body);
    for (Join *join : statement.joins)
      release(*join->body);
  }

  /// False if it is not needed.
  bool clean(Statement &statement) {
    if (statement.kind == Statement::Kind::Functions) {
      std::erase_if(statement.functions, [&](Function *function) {
        if (function->name->uses > 0)
          return false;
        if (function->isReached)
          release(*function->body);
        return isChanged = true;
      });
      for (Function *function : statement.functions)
        clean(*function->body);
      return !statement.functions.empty();
    }
    if (statement.kind == Statement::Kind::Joins) {
      std::erase_if(statement.joins, [&](Join *join) {
        if (join->uses > 0)
          return false;
        release(*join->body);
        return isChanged = true;
      });
      for (Join *join : statement.joins)
        clean(*join->body);
      return !statement.joins.empty();
    }
    bool isUsed = std::any_of(statement.results.begin(), statement.results.end(),
                              [](const Value *result) { return result->uses > 0; });
    if (isUsed || !isDroppable(statement))
      return true;
    release(statement);
    return false;
  }
};

} // namespace

void takeCensus(core::Program &program) { Census().run(*program.body); }

bool isDroppable(const Statement &statement) {
  if (statement.kind != Statement::Kind::Operation)
    return false;
  if (statement.op == core::Operator::WriteReference)
    return false;
  if (statement.op != core::Operator::Primitive)
    return true;
  static const std::unordered_set<std::string> Pure{"length", "array_sub", "vector_sub", "sub_field",
                                                    "freeze", "cast",      "equal"};
  if (std::optional<ir::Primitive> known = ir::findPrimitive(statement.name); known && statement.name != "equal")
    return !(ir::infoOf(*known).effects & (ir::MayRaise | ir::HasEffect));
  return Pure.contains(statement.name);
}

void dropUnused(core::Program &program) {
  Cleaner cleaner;
  do {
    cleaner.isChanged = false;
    takeCensus(program);
    cleaner.clean(*program.body);
  } while (cleaner.isChanged);
}

} // namespace tactus::pml::simplifying
