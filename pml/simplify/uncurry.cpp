//===- uncurry.cpp - all arguments at once ----------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//   f(a) = functions g(b) = body; return g
//     ==>
//   f(a') = functions g(b') = tail w(a', b'); return g
//   w(a, b) = body
//
// f is a wrapper: it is copied wherever it is called, so that a call with all arguments becomes one of w.
//
//===----------------------------------------------------------------------===//
#include "passes.h"

namespace tactus::pml::simplifying {

using core::Block;
using core::Function;
using core::Program;
using core::Statement;
using core::Transfer;
using core::Value;
using core::Values;

namespace {

class Uncurrier {
public:
  explicit Uncurrier(Program &owner) : program(owner) {}
  bool isChanged = false;

  void visit(Block &block) {
    for (Statement *statement : block.statements) {
      for (size_t index = 0; index < statement->functions.size(); ++index)
        if (Function *inner = innerFunction(*statement->functions[index]))
          statement->functions.push_back(split(*statement->functions[index], *inner));
      core::forEachBlock(*statement, [&](Block *inner) { visit(*inner); });
    }
    core::forEachBlock(block.end, [&](Block *inner) { visit(*inner); });
  }

private:
  Program &program;

  /// The function that is all that a function makes. A tuple that begins with it is more.
  static Function *innerFunction(const Function &function) {
    const Block &body = *function.body;
    if (function.isWrapper || body.statements.size() != 1 || body.statements[0]->functions.size() != 1 ||
        body.end.kind != Transfer::Kind::Return || body.end.arguments.size() != 1)
      return nullptr;
    Function *inner = body.statements[0]->functions[0];
    return body.end.arguments[0] == inner->name && !inner->isRecursive ? inner : nullptr;
  }

  Values renewed(Values &parameters) {
    Values before = std::move(parameters);
    parameters.clear();
    for (const Value *value : before)
      parameters.push_back(program.variable(value->type, value->text));
    return before;
  }

  /// The worker.
  Function *split(Function &outer, Function &inner) {
    isChanged = true;
    std::vector<const core::Type *> parts = core::parameters(outer.name->type);
    parts.insert(parts.end(), inner.name->type->parts.begin(), inner.name->type->parts.end());
    Function *worker =
        program.function(program.types.get(core::TypeKind::Function, std::move(parts)), outer.name->text, outer.place);
    worker->parameters = renewed(outer.parameters);
    Values more = renewed(inner.parameters);
    worker->parameters.insert(worker->parameters.end(), more.begin(), more.end());
    worker->body = inner.body;
    inner.body = program.block();
    Transfer &end = inner.body->end;
    end.kind = Transfer::Kind::TailCall;
    end.place = inner.place;
    end.arguments = {worker->name};
    end.arguments.insert(end.arguments.end(), outer.parameters.begin(), outer.parameters.end());
    end.arguments.insert(end.arguments.end(), inner.parameters.begin(), inner.parameters.end());
    outer.isWrapper = true;
    return worker;
  }
};

/// Functions that get themselves a function that never changes.
class StaticArguments {
public:
  explicit StaticArguments(Program &owner) : program(owner) {}
  bool isChanged = false;

  void visit(Block &block) {
    for (Statement *statement : block.statements) {
      if (statement->functions.size() == 1)
        takeOut(*statement->functions[0]);
      core::forEachBlock(*statement, [&](Block *inner) { visit(*inner); });
    }
    core::forEachBlock(block.end, [&](Block *inner) { visit(*inner); });
  }

private:
  Program &program;

  /// Clears the parameters that a call in the body changes.
  static void compare(const Block &block, const Function &function, std::vector<bool> &isStatic) {
    auto check = [&](const Values &arguments) {
      if (!arguments.empty() && arguments[0] == function.name)
        for (size_t index = 0; index < isStatic.size(); ++index)
          isStatic[index] = isStatic[index] && arguments[index + 1] == function.parameters[index];
    };
    for (const Statement *statement : block.statements) {
      if (statement->kind == Statement::Kind::Call)
        check(statement->arguments);
      core::forEachBlock(*statement, [&](const Block *inner) { compare(*inner, function, isStatic); });
    }
    if (block.end.kind == Transfer::Kind::TailCall)
      check(block.end.arguments);
    core::forEachBlock(block.end, [&](const Block *inner) { compare(*inner, function, isStatic); });
  }

  static void rewriteCalls(Block &block, const Value *before, Value *after, const std::vector<bool> &isStatic) {
    auto rewrite = [&](Values &arguments) {
      if (arguments.empty() || arguments[0] != before)
        return;
      Values kept{after};
      for (size_t index = 0; index < isStatic.size(); ++index)
        if (!isStatic[index])
          kept.push_back(arguments[index + 1]);
      arguments = std::move(kept);
    };
    for (Statement *statement : block.statements) {
      if (statement->kind == Statement::Kind::Call)
        rewrite(statement->arguments);
      core::forEachBlock(*statement, [&](Block *inner) { rewriteCalls(*inner, before, after, isStatic); });
    }
    if (block.end.kind == Transfer::Kind::TailCall)
      rewrite(block.end.arguments);
    core::forEachBlock(block.end, [&](Block *inner) { rewriteCalls(*inner, before, after, isStatic); });
  }

  void takeOut(Function &function) {
    if (!function.isRecursive || function.isWrapper || function.name->uses != function.name->calls)
      return;
    std::vector<bool> isStatic;
    bool isAny = false;
    for (const Value *parameter : function.parameters)
      isStatic.push_back(parameter->type->kind == core::TypeKind::Function && parameter->calls > 0);
    compare(*function.body, function, isStatic);
    for (bool one : isStatic)
      isAny = isAny || one;
    if (!isAny)
      return;
    isChanged = true;
    std::vector<const core::Type *> parts;
    for (size_t index = 0; index < isStatic.size(); ++index)
      if (!isStatic[index])
        parts.push_back(function.parameters[index]->type);
    parts.push_back(core::result(function.name->type));
    Function *loop = program.function(program.types.get(core::TypeKind::Function, std::move(parts)),
                                      function.name->text, function.place);
    rewriteCalls(*function.body, function.name, loop->name, isStatic);
    loop->body = function.body;
    loop->parameters.clear();
    Values first{loop->name};
    for (size_t index = 0; index < isStatic.size(); ++index) {
      if (isStatic[index])
        continue;
      loop->parameters.push_back(function.parameters[index]);
      function.parameters[index] = program.variable(function.parameters[index]->type, function.parameters[index]->text);
      first.push_back(function.parameters[index]);
    }
    function.body = program.block();
    auto *group = program.arena.make<Statement>();
    group->kind = Statement::Kind::Functions;
    group->functions = {loop};
    function.body->statements = {group};
    function.body->end.kind = Transfer::Kind::TailCall;
    function.body->end.place = function.place;
    function.body->end.arguments = std::move(first);
    function.isRecursive = false;
  }
};

} // namespace

bool uncurry(Program &program) {
  Uncurrier uncurrier(program);
  uncurrier.visit(*program.body);
  return uncurrier.isChanged;
}

bool takeOutStaticArguments(Program &program) {
  StaticArguments pass(program);
  pass.visit(*program.body);
  return pass.isChanged;
}

} // namespace tactus::pml::simplifying
