//===- closures.cpp - what functions need from around them --------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "closures.h"

#include <utility>

namespace tactus::pml::lowering {

using core::Block;
using core::Function;
using core::Join;
using core::Statement;
using core::Transfer;
using core::Value;

namespace {

/// Whether a block jumps to one of some joins.
bool jumpsTo(const Block &block, const std::vector<Join *> &joins) {
  if (block.end.kind == Transfer::Kind::Jump)
    for (const Join *join : joins)
      if (block.end.target == join)
        return true;
  bool found = false;
  core::forEachBlock(block.end, [&](const Block *inner) { found = found || jumpsTo(*inner, joins); });
  for (const Statement *statement : block.statements)
    for (const Join *join : statement->joins)
      found = found || jumpsTo(*join->body, joins);
  return found;
}

/// Whether a group of joins jumps to itself.
bool isLoop(const Statement &joins) {
  for (const Join *join : joins.joins)
    if (jumpsTo(*join->body, joins.joins))
      return true;
  return false;
}

class Analysis {
public:
  Closures closures;

  void block(const Block &block, Function *owner, bool isOnce) {
    size_t loopsOutside = loops.size();
    for (const Statement *statement : block.statements)
      visit(*statement, owner, isOnce);
    size_t first = 0;
    if (block.end.kind == Transfer::Kind::TailCall) {
      call(block.end.arguments[0], owner);
      first = 1;
    }
    for (size_t index = first; index < block.end.arguments.size(); ++index)
      use(block.end.arguments[index], owner);
    if (block.end.caught)
      define(block.end.caught, owner, isOnce);
    endOf(block, owner, isOnce);
    loops.resize(loopsOutside);
  }

  /// What a function needs, those need that mention it.
  void close() {
    bool isChanged = true;
    while (isChanged) {
      isChanged = false;
      for (auto at = closures.functions.rbegin(); at != closures.functions.rend(); ++at) {
        FunctionFacts &facts = closures.facts[*at];
        size_t before = facts.captured.size();
        for (Function *other : facts.mentioned)
          if (other != *at)
            for (Value *value : closures.facts[other].captured)
              if (owners[value].owner != *at)
                facts.captured.insert(value);
        isChanged = isChanged || facts.captured.size() != before;
      }
    }
  }

private:
  struct Owner {
    Function *owner;
    bool isGlobal;
  };
  std::unordered_map<const Value *, Owner> owners;
  /// In the program's body, in a part that is repeated: the joins of its loops, and others that lead back to these.
  std::vector<Join *> loops;
  /// In functions, and where an exception may lead back to a loop.
  bool isRepeatedAnyway = false;

  /// The rest of the program may stand in a loop, behind its end:
  ///
  ///     loop (i) = if i = n then (rest) else loop (i + 1)
  bool leavesLoops(const Block &block) const { return !isRepeatedAnyway && !jumpsTo(block, loops); }

  void visitInner(const Block &inner, Function *owner, bool isOnce) {
    if (isOnce || !leavesLoops(inner))
      return block(inner, owner, isOnce);
    std::vector<Join *> outside = std::exchange(loops, {});
    block(inner, owner, true);
    loops = std::move(outside);
  }

  void endOf(const Block &block, Function *owner, bool isOnce) {
    bool leadsBack = false;
    if (block.end.caught && !isOnce)
      core::forEachBlock(block.end, [&](const Block *inner) { leadsBack |= !leavesLoops(*inner); });
    bool wasRepeated = std::exchange(isRepeatedAnyway, isRepeatedAnyway || leadsBack);
    core::forEachBlock(block.end, [&](const Block *inner) { visitInner(*inner, owner, isOnce); });
    isRepeatedAnyway = wasRepeated;
  }

  void define(Value *value, Function *owner, bool isOnce) { owners[value] = {owner, !owner && isOnce}; }

  void mention(Function *function, Function *owner) {
    if (owner)
      closures.facts[owner].mentioned.insert(function);
  }

  void call(Value *callee, Function *owner) {
    if (callee->function)
      mention(callee->function, owner);
    else
      use(callee, owner);
  }

  void use(Value *value, Function *owner) {
    if (!value->isVariable() || value->type->isUnit())
      return;
    if (value->function) {
      closures.facts[value->function].isValue = true;
      mention(value->function, owner);
      return;
    }
    const Owner &its = owners[value];
    if (its.owner == owner)
      return;
    if (its.isGlobal)
      closures.globals.insert(value);
    else if (owner)
      closures.facts[owner].captured.insert(value);
  }

  void visit(const Statement &statement, Function *owner, bool isOnce) {
    bool isCall = statement.kind == Statement::Kind::Call;
    bool isNamed = statement.isParallel() || core::namesEntry(statement.name);
    for (size_t index = 0; index < statement.arguments.size(); ++index)
      if (isNamed || (isCall && index == 0))
        call(statement.arguments[index], owner);
      else
        use(statement.arguments[index], owner);
    for (Value *result : statement.results)
      define(result, owner, isOnce);
    if (isOnce && !owner && statement.kind == Statement::Kind::Operation && statement.op == core::Operator::NewTag)
      closures.tagsMadeOnce.insert(statement.results[0]);
    for (Function *function : statement.functions) {
      function->name->function = function;
      closures.functions.push_back(function);
      closures.facts[function].function = function;
    }
    for (Function *function : statement.functions) {
      for (Value *parameter : function->parameters)
        define(parameter, function, false);
      bool wasRepeated = std::exchange(isRepeatedAnyway, true);
      block(*function->body, function, false);
      isRepeatedAnyway = wasRepeated;
    }
    if (!statement.joins.empty())
      visitJoins(statement, owner, isOnce);
  }

  void visitJoins(const Statement &statement, Function *owner, bool isOnce) {
    bool isRepeated = !isRepeatedAnyway && isLoop(statement);
    if (isRepeated)
      loops.insert(loops.end(), statement.joins.begin(), statement.joins.end());
    for (Join *join : statement.joins) {
      bool entersOnce = isOnce && !isRepeated;
      bool isLast = leavesLoops(*join->body);
      for (Value *parameter : join->parameters)
        define(parameter, owner, entersOnce || isLast);
      visitInner(*join->body, owner, entersOnce);
      if (!isRepeatedAnyway && !entersOnce && !isLast)
        loops.push_back(join);
    }
  }
};

} // namespace

Closures analyseClosures(const core::Program &program) {
  Analysis analysis;
  analysis.block(*program.body, nullptr, true);
  analysis.close();
  return std::move(analysis.closures);
}

} // namespace tactus::pml::lowering
