//===- copy.cpp - copies of code, and where code returns to -----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "copy.h"
#include "growth.h"

namespace tactus::pml::simplifying {

using core::Block;
using core::Function;
using core::Join;
using core::Program;
using core::Statement;
using core::Transfer;
using core::Value;
using core::Values;

namespace {

class Copier {
public:
  /// What is copied for a call says so: `made` is that call.
  explicit Copier(Program &owner, const core::Copied *made = nullptr) : program(owner), call(made) {}
  Substitution values;

  Block *copy(const Block &block) {
    Block *made = program.block();
    made->statements.reserve(block.statements.size());
    for (const Statement *statement : block.statements)
      made->statements.push_back(copy(*statement));
    made->end = block.end;
    Transfer &end = made->end;
    end.arguments = replaced(end.arguments);
    if (end.kind == Transfer::Kind::TailCall)
      end.copied = below(end.copied);
    if (end.target)
      if (auto found = joins.find(end.target); found != joins.end())
        end.target = found->second;
    for (Transfer::Case &one : end.cases)
      one.block = copy(*one.block);
    if (end.caught)
      end.caught = fresh(end.caught);
    if (end.otherwise)
      end.otherwise = copy(*end.otherwise);
    if (end.handler)
      end.handler = copy(*end.handler);
    return made;
  }

private:
  Program &program;
  const core::Copied *call;
  std::unordered_map<const core::Copied *, const core::Copied *> chains;
  std::unordered_map<const Join *, Join *> joins;

  /// How a call that has come into the function in this way comes to where the copy is.
  const core::Copied *below(const core::Copied *chain) {
    if (!call)
      return chain;
    if (!chain)
      return call;
    const core::Copied *&made = chains[chain];
    if (!made) {
      const core::Copied *outer = below(chain->outer);
      made = program.arena.make<core::Copied>(core::Copied{chain->function, outer});
    }
    return made;
  }

  Value *fresh(Value *value) { return values[value] = program.variable(value->type, value->text); }
  Value *replaced(Value *value) {
    auto found = values.find(value);
    return found == values.end() ? value : found->second;
  }
  Values replaced(const Values &all) {
    Values made;
    made.reserve(all.size());
    for (Value *value : all)
      made.push_back(replaced(value));
    return made;
  }
  Values freshAll(const Values &all) {
    Values made;
    made.reserve(all.size());
    for (Value *value : all)
      made.push_back(fresh(value));
    return made;
  }

  Statement *copy(const Statement &statement) {
    auto *made = program.arena.make<Statement>(statement);
    made->arguments = replaced(statement.arguments);
    if (statement.kind == Statement::Kind::Call)
      made->copied = below(statement.copied);
    made->results = freshAll(statement.results);
    for (Value *result : made->results)
      result->definition = made;
    for (Function *&function : made->functions) {
      auto *copied = program.arena.make<Function>(*function);
      copied->original = function->original ? function->original : function;
      copied->name = fresh(function->name);
      copied->name->function = copied;
      copied->name->definition = made;
      function = copied;
    }
    for (Function *function : made->functions) {
      function->parameters = freshAll(function->parameters);
      function->body = copy(*function->body);
    }
    for (Join *&join : made->joins) {
      Join *copied = program.join(freshAll(join->parameters));
      copied->body = join->body;
      joins[join] = copied;
      join = copied;
    }
    for (Join *join : made->joins)
      join->body = copy(*join->body);
    return made;
  }
};

Block *copyBodyWith(Copier &copier, const Function &function, const Values &arguments) {
  for (size_t index = 0; index < arguments.size(); ++index)
    copier.values[function.parameters[index]] = arguments[index];
  return copier.copy(*function.body);
}

} // namespace

Block *copyBody(Program &program, const Function &function, const Values &arguments) {
  Copier copier(program);
  return copyBodyWith(copier, function, arguments);
}

Block *copyForCall(Program &program, const Function &function, const Values &arguments, const core::Copied *site,
                   Place call) {
  if (!isOnlyCall(function))
    site = program.arena.make<core::Copied>(core::Copied{function.original ? function.original : &function, site});
  Copier copier(program, site);
  Block *made = copyBodyWith(copier, function, arguments);
  attribute(program, *made, call);
  return made;
}

void attribute(const Program &program, Block &block, Place call) {
  if (!call.isKnown() || program.isOfLibrary(call))
    return;
  auto attributeInner = [&](Block *inner) { attribute(program, *inner, call); };
  for (Statement *statement : block.statements) {
    if (program.isOfLibrary(statement->place))
      statement->place = call;
    core::forEachBlock(*statement, attributeInner);
  }
  if (program.isOfLibrary(block.end.place))
    block.end.place = call;
  core::forEachBlock(block.end, attributeInner);
}

Join *joinForResults(Program &program, const Values &results) { return program.join(results); }

void retarget(Program &program, Block &block, Join *next, const JoinOf &joins) {
  for (Statement *statement : block.statements)
    for (Join *join : statement->joins)
      retarget(program, *join->body, next, joins);
  core::forEachBlock(block.end, [&](Block *inner) { retarget(program, *inner, next, joins); });
  Transfer &end = block.end;
  if (end.kind == Transfer::Kind::TailCall) {
    auto found = end.arguments[0]->function ? joins.find(end.arguments[0]->function) : joins.end();
    if (found != joins.end()) {
      end.kind = Transfer::Kind::Jump;
      end.target = found->second;
      end.arguments.erase(end.arguments.begin());
      return;
    }
    if (!next)
      return;
    auto *call = program.arena.make<Statement>();
    call->kind = Statement::Kind::Call;
    call->arguments = end.arguments;
    call->place = end.place;
    call->copied = end.copied;
    for (const core::Type *type : core::returned(core::result(end.arguments[0]->type))) {
      call->results.push_back(program.variable(type));
      call->results.back()->definition = call;
    }
    block.statements.push_back(call);
    end = {};
    end.kind = Transfer::Kind::Return;
    end.arguments = call->results;
  }
  if (end.kind == Transfer::Kind::Return && next) {
    end.kind = Transfer::Kind::Jump;
    end.target = next;
  }
}

} // namespace tactus::pml::simplifying
