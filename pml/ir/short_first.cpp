//===- short_first.cpp - first branches that are short -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/short_first.h"
#include "pml/ir/dominance.h"

#include <algorithm>

namespace tactus::pml::ir {

namespace {

constexpr ptrdiff_t MostStatements = 40, MostTailCalls = 2;

/// What is done by a few instructions.
bool isQuick(const Function &function, const Statement &statement) {
  auto isFlat = [&](Variable variable) { return function.typeOf(variable)->isFlat(); };
  switch (statement.operation) {
  case Operation::NewArray:
  case Operation::NewUninitialised:
  case Operation::ForeignCall:
    return false;
  case Operation::Primitive:
    return !(infoOf(statement.primitive).effects & HasEffect) && std::ranges::all_of(statement.arguments, isFlat) &&
           std::ranges::all_of(statement.results, isFlat);
  default:
    return true;
  }
}

/// Whether a jump leads backwards, in an order in which others lead forwards.
bool hasLoops(const Function &function, const std::vector<BlockIndex> &order) {
  std::vector<size_t> place(function.blocks.size());
  for (size_t i = 0; i < order.size(); ++i)
    place[order[i]] = i;
  return std::ranges::any_of(order, [&](BlockIndex block) {
    return std::ranges::any_of(function.blocks[block].transfer.targets,
                               [&](const Target &target) { return place[target.block] <= place[block]; });
  });
}

} // namespace

bool isShort(const Function &function) {
  std::vector<BlockIndex> order = Dominance(function).reachableBlocks();
  ptrdiff_t statements = 0, tailCalls = 0;
  for (BlockIndex index : order) {
    const Block &block = function.blocks[index];
    statements += std::ranges::count_if(block.statements,
                                        [](const Statement &each) { return each.operation != Operation::Constant; });
    tailCalls += block.transfer.kind == TransferKind::TailCall;
    bool isKnown = block.transfer.kind == TransferKind::TailCall || block.transfer.callee == None;
    if (!isKnown || block.handler != None || statements > MostStatements ||
        !std::ranges::all_of(block.statements, [&](const Statement &each) { return isQuick(function, each); }))
      return false;
  }
  return tailCalls <= MostTailCalls && !hasLoops(function, order);
}

bool returns(const Function &function) {
  return std::ranges::any_of(Dominance(function).reachableBlocks(), [&](BlockIndex index) {
    return function.blocks[index].transfer.kind == TransferKind::Return;
  });
}

std::vector<BlockIndex> copyShort(Function &into, BlockIndex at, const Function &function,
                                  const std::vector<Variable> &arguments) {
  std::vector<Variable> variables(function.variables.size(), None);
  std::vector<BlockIndex> blocks(function.blocks.size(), None);
  for (size_t i = 0; i < arguments.size(); ++i)
    variables[function.parameters[i]] = arguments[i];
  auto rename = [&](std::vector<Variable> &all) {
    for (Variable &variable : all) {
      if (variables[variable] == None)
        variables[variable] = into.addVariable(function.typeOf(variable), function.variables[variable].name);
      variable = variables[variable];
    }
  };
  std::vector<BlockIndex> ends, order = Dominance(function).reachableBlocks();
  for (BlockIndex index : order)
    blocks[index] = into.addBlock(function.blocks[index].name);
  for (BlockIndex index : order) {
    Block made = function.blocks[index];
    made.handler = into.blocks[at].handler;
    rename(made.parameters);
    for (Statement &statement : made.statements) {
      rename(statement.arguments);
      rename(statement.results);
    }
    rename(made.transfer.arguments);
    for (Target &target : made.transfer.targets) {
      target.block = blocks[target.block];
      rename(target.arguments);
    }
    if (made.transfer.kind == TransferKind::Return || made.transfer.kind == TransferKind::TailCall)
      ends.push_back(blocks[index]);
    into.blocks[blocks[index]] = std::move(made);
  }
  Transfer enter;
  enter.kind = TransferKind::Goto;
  enter.targets.push_back({blocks[0], {}});
  into.blocks[at].transfer = std::move(enter);
  return ends;
}

} // namespace tactus::pml::ir
