//===- parts.cpp - what a loop does in parts is a function of its own -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/parts.h"
#include "pml/ir/dominance.h"
#include "pml/ir/names.h"

#include <algorithm>
#include <optional>

namespace tactus::pml::ir {

namespace {

/// Fewer than a function may have (pml/runtime/interface.h).
constexpr size_t MostArguments = 100;

class Separation {
public:
  Separation(Program &program, uint32_t index, std::vector<BlockIndex> taken)
      : program(program), source(program.functions[index]), region(std::move(taken)),
        variables(source.variables.size(), None), blocks(source.blocks.size(), None) {}

  /// Makes the function, which begins with a jump to the target. Returns its call; nothing if it would take too much.
  std::optional<Transfer> run(const Target &target) {
    made.name = nameOfCopy(program, source.name, PartsName);
    made.results = source.results;
    made.place = source.place;
    made.isSeldom = true;
    made.addBlock("entry");
    for (BlockIndex index : region)
      blocks[index] = made.addBlock(source.blocks[index].name);
    defineInside();
    Transfer enter;
    enter.kind = TransferKind::Goto;
    enter.targets = {target};
    rename(enter);
    made.blocks[0].transfer = std::move(enter);
    for (BlockIndex index : region)
      copy(source.blocks[index], made.blocks[blocks[index]]);
    if (fromOutside.size() > MostArguments)
      return std::nullopt;
    Transfer call;
    call.kind = TransferKind::TailCall;
    call.callee = static_cast<uint32_t>(program.functions.size());
    call.arguments = fromOutside;
    program.functions.push_back(std::move(made));
    return call;
  }

private:
  Program &program;
  const Function &source;
  std::vector<BlockIndex> region;
  Function made;
  std::vector<Variable> variables;
  std::vector<BlockIndex> blocks;
  /// What becomes arguments.
  std::vector<Variable> fromOutside;

  void define(Variable variable) {
    variables[variable] = made.addVariable(source.typeOf(variable), source.variables[variable].name);
  }

  void defineInside() {
    for (BlockIndex index : region) {
      for (Variable parameter : source.blocks[index].parameters)
        define(parameter);
      for (const Statement &statement : source.blocks[index].statements)
        for (Variable result : statement.results)
          define(result);
    }
  }

  void rename(std::vector<Variable> &all) {
    for (Variable &variable : all) {
      if (variables[variable] == None) {
        define(variable);
        made.parameters.push_back(variables[variable]);
        fromOutside.push_back(variable);
      }
      variable = variables[variable];
    }
  }

  void rename(Transfer &transfer) {
    rename(transfer.arguments);
    rename(transfer.secondArguments);
    for (Target &target : transfer.targets) {
      target.block = blocks[target.block];
      rename(target.arguments);
    }
  }

  void copy(const Block &from, Block &to) {
    to = from;
    if (to.handler != None)
      to.handler = blocks[to.handler];
    rename(to.parameters);
    for (Statement &statement : to.statements) {
      rename(statement.results);
      rename(statement.arguments);
    }
    rename(to.transfer);
  }
};

/// What nothing leads to any more.
void clearUnreached(Function &function) {
  Dominance dominance(function);
  for (BlockIndex i = 0; i < function.blocks.size(); ++i)
    if (!dominance.isReachable(i))
      function.blocks[i] = Block{};
}

} // namespace

void separateWay(Program &program, uint32_t index, BlockIndex at, size_t way) {
  Function &function = program.functions[index];
  if (function.blocks[at].handler != None)
    return;
  const Target target = function.blocks[at].transfer.targets[way];
  std::vector<BlockIndex> region = blocksFrom(function, target.block);
  if (std::ranges::find(region, at) != region.end())
    return;
  std::optional<Transfer> call = Separation(program, index, std::move(region)).run(target);
  if (!call)
    return;
  call->place = function.blocks[at].transfer.place;
  BlockIndex apart = function.addBlock("apart");
  function.blocks[apart].transfer = std::move(*call);
  function.blocks[at].transfer.targets[way] = {apart, {}};
  clearUnreached(function);
}

} // namespace tactus::pml::ir
