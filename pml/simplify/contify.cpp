//===- contify.cpp - functions that always return to one place become joins -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A group of functions that nobody uses as values becomes a group of joins (Fluet and Weeks, "Contification using
// dominators", ICFP 2001) in two cases. Calls among the group have to be tail calls in both, which become jumps: a
// loop.
//
//   1. All calls from outside of the group are tail calls of the function in which it is declared. What the group
//      returns, that function returns.
//   2. There is one call from outside. The group moves there, and what stands behind the call becomes a join that the
//      group returns to. For a group that is not recursive this is inlining.
//
//     functions go(i, s) = …                       joins next(x) = rest
//     x = call go(0, 0)                  ==>       joins go(i, s) = …  return s  ==>  jump next(s)
//     rest                                         jump go(0, 0)
//
//===----------------------------------------------------------------------===//
#include "passes.h"

#include "copy.h"

#include <unordered_set>

namespace tactus::pml::simplifying {

using core::Block;
using core::Function;
using core::Join;
using core::Program;
using core::Statement;
using core::Transfer;
using core::Value;

namespace {

/// What is moved into the program's body gains nothing there, and makes one function of all the program.
constexpr uint32_t LargestInBody = 10;

struct Group {
  Statement *statement = nullptr;
  Function *around = nullptr;
  uint32_t outerCalls = 0;
  uint32_t outerTailCalls = 0; // in `around` itself
  bool isPossible = true;
  /// A call is in the program's body, which runs once.
  bool isCalledOnce = false;
  /// Its bodies have been rewritten: calls that come now are from outside.
  bool isReady = false;
  enum class Plan : uint8_t { None, InPlace, AtCall } plan = Plan::None;
};

uint32_t sizeOf(const Group &group) {
  uint32_t size = 0;
  for (const Function *function : group.statement->functions)
    size += function->size;
  return size;
}

/// Finds out which groups can become joins.
class Planner {
public:
  std::unordered_map<const Function *, Group *> groupOf;
  std::vector<std::unique_ptr<Group>> groups;

  void visit(Block &block, Function *around) {
    for (Statement *statement : block.statements) {
      bool isCall = statement->kind == Statement::Kind::Call;
      for (size_t index = 0; index < statement->arguments.size(); ++index)
        use(statement->arguments[index], around, isCall && index == 0, false);
      if (!statement->functions.empty())
        declare(*statement, around);
      for (Join *join : statement->joins)
        visit(*join->body, around);
    }
    for (size_t index = 0; index < block.end.arguments.size(); ++index) {
      bool isCall = block.end.kind == Transfer::Kind::TailCall && index == 0;
      use(block.end.arguments[index], around, isCall, true);
    }
    core::forEachBlock(block.end, [&](Block *inner) { visit(*inner, around); });
  }

private:
  std::unordered_map<const Function *, Function *> parents;

  void declare(Statement &statement, Function *around) {
    groups.push_back(std::make_unique<Group>());
    Group *group = groups.back().get();
    group->statement = &statement;
    group->around = around;
    for (Function *function : statement.functions) {
      groupOf[function] = group;
      parents[function] = around;
    }
    for (Function *function : statement.functions)
      visit(*function->body, function);
  }

  void use(const Value *value, Function *around, bool isCall, bool isTail) {
    if (!value->function)
      return;
    Group *group = groupOf.at(value->function);
    if (!isCall) {
      group->isPossible = false;
      return;
    }
    for (const Function *function = around; function; function = parents[function])
      if (groupOf.at(function) == group) {
        // From inside: a jump, if it is the group's own tail call.
        group->isPossible = group->isPossible && isTail && function == around;
        return;
      }
    ++group->outerCalls;
    group->isCalledOnce = group->isCalledOnce || !around;
    group->outerTailCalls += isTail && around == group->around;
  }
};

class Contifier {
public:
  Contifier(Program &owner, Planner &planned) : program(owner), planner(planned) {}
  bool isChanged = false;

  void rewrite(Block &block) {
    std::vector<Statement *> kept;
    for (size_t index = 0; index < block.statements.size(); ++index) {
      Statement *statement = block.statements[index];
      if (statement->kind == Statement::Kind::Functions && rewriteGroup(*statement))
        continue;
      for (Join *join : statement->joins)
        rewrite(*join->body);
      Group *group = statement->kind == Statement::Kind::Call ? planOf(statement->arguments[0]) : nullptr;
      if (group && group->isReady && group->plan == Group::Plan::AtCall) {
        // The rest of the block is what the group returns to.
        Join *next = joinForResults(program, statement->results);
        next->body->statements.insert(next->body->statements.end(),
                                      block.statements.begin() + static_cast<ptrdiff_t>(index) + 1,
                                      block.statements.end());
        next->body->end = std::move(block.end);
        declareJoin(kept, next);
        block.end = {};
        block.end.kind = Transfer::Kind::TailCall;
        block.end.arguments = statement->arguments;
        block.end.place = statement->place;
        moveHere(kept, block, *group, next);
        block.statements = std::move(kept);
        rewrite(*next->body);
        return;
      }
      kept.push_back(statement);
    }
    block.statements = std::move(kept);
    Group *group = block.end.kind == Transfer::Kind::TailCall ? planOf(block.end.arguments[0]) : nullptr;
    if (group && group->isReady && group->plan == Group::Plan::AtCall) {
      std::vector<Statement *> statements = std::move(block.statements);
      moveHere(statements, block, *group, nullptr);
      block.statements = std::move(statements);
      return;
    }
    core::forEachBlock(block.end, [&](Block *inner) { rewrite(*inner); });
  }

private:
  Program &program;
  Planner &planner;

  Group *planOf(const Value *callee) { return callee->function ? planner.groupOf.at(callee->function) : nullptr; }

  void declareJoin(std::vector<Statement *> &statements, Join *join) {
    auto *declaration = program.arena.make<Statement>();
    declaration->kind = Statement::Kind::Joins;
    declaration->joins = {join};
    statements.push_back(declaration);
  }

  /// Rewrites the bodies. True if the group is to be taken out here.
  bool rewriteGroup(Statement &statement) {
    for (Function *function : statement.functions)
      rewrite(*function->body);
    Group &group = *planner.groupOf.at(statement.functions[0]);
    group.isReady = true;
    if (group.plan == Group::Plan::InPlace)
      makeJoins(statement, nullptr); // calls from outside become jumps at the end
    return group.plan == Group::Plan::AtCall;
  }

  JoinOf joinOf;

  /// Turns the declaration of functions into one of joins.
  void makeJoins(Statement &statement, Join *next) {
    isChanged = true;
    for (Function *function : statement.functions) {
      Join *join = program.join(function->parameters);
      join->body = function->body;
      joinOf[function] = join;
      statement.joins.push_back(join);
    }
    for (Function *function : statement.functions)
      retarget(program, *function->body, next, joinOf);
    statement.kind = Statement::Kind::Joins;
    statement.functions.clear();
  }

  /// Puts a group before the end of a block, which calls it.
  void moveHere(std::vector<Statement *> &statements, Block &block, Group &group, Join *next) {
    makeJoins(*group.statement, next);
    for (Join *join : group.statement->joins)
      attribute(program, *join->body, block.end.place);
    statements.push_back(group.statement);
    Join *target = joinOf.at(block.end.arguments[0]->function);
    block.end.kind = Transfer::Kind::Jump;
    block.end.target = target;
    block.end.arguments.erase(block.end.arguments.begin());
  }

public:
  /// Calls of groups that have become joins where they were declared.
  void jumpInPlace(Block &block) {
    for (Statement *statement : block.statements)
      core::forEachBlock(*statement, [&](Block *inner) { jumpInPlace(*inner); });
    core::forEachBlock(block.end, [&](Block *inner) { jumpInPlace(*inner); });
    Transfer &end = block.end;
    if (end.kind != Transfer::Kind::TailCall || !end.arguments[0]->function)
      return;
    auto found = joinOf.find(end.arguments[0]->function);
    if (found == joinOf.end())
      return;
    end.kind = Transfer::Kind::Jump;
    end.target = found->second;
    end.arguments.erase(end.arguments.begin());
  }
};

} // namespace

bool contify(Program &program) {
  Planner planner;
  planner.visit(*program.body, nullptr);
  bool isAny = false;
  for (const auto &group : planner.groups) {
    if (!group->isPossible || group->outerCalls == 0)
      continue;
    if (group->isCalledOnce && sizeOf(*group) > LargestInBody)
      continue;
    if (group->outerCalls == 1)
      group->plan = Group::Plan::AtCall;
    else if (group->outerCalls == group->outerTailCalls)
      group->plan = Group::Plan::InPlace;
    isAny = isAny || group->plan != Group::Plan::None;
  }
  if (!isAny)
    return false;
  Contifier contifier(program, planner);
  contifier.rewrite(*program.body);
  contifier.jumpInPlace(*program.body);
  return contifier.isChanged;
}

} // namespace tactus::pml::simplifying
