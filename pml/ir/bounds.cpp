//===- bounds.cpp - subscripts that are compared once ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/bounds.h"

#include <algorithm>

namespace tactus::pml::ir {

namespace {

class BoundsJoiner {
public:
  explicit BoundsJoiner(Function &all)
      : function(all), predecessors(all.blocks.size(), 0), definitions(all.variables.size(), nullptr),
        isUsed(all.variables.size(), false), lower(*findPrimitive("int64_lt")), upper(*findPrimitive("int64_ge")),
        unsignedUpper(*findPrimitive("word64_ge")) {}

  void run() {
    if (!hasLower())
      return;
    look();
    for (Block &block : function.blocks)
      join(block);
  }

private:
  Function &function;
  std::vector<unsigned> predecessors;
  std::vector<const Statement *> definitions;
  /// By more than jumps to blocks that do not use it either.
  std::vector<bool> isUsed;
  Primitive lower, upper, unsignedUpper;

  static bool is(const Statement &statement, Primitive primitive) {
    return statement.operation == Operation::Primitive && statement.primitive == primitive;
  }

  bool hasLower() const {
    return std::ranges::any_of(function.blocks, [this](const Block &block) {
      return std::ranges::any_of(block.statements, [this](const Statement &statement) { return is(statement, lower); });
    });
  }

  void look() {
    auto use = [this](const std::vector<Variable> &variables) {
      for (Variable variable : variables)
        isUsed[variable] = true;
    };
    for (const Block &block : function.blocks) {
      for (const Statement &statement : block.statements) {
        use(statement.arguments);
        for (Variable result : statement.results)
          definitions[result] = &statement;
      }
      use(block.transfer.arguments);
      use(block.transfer.secondArguments);
      for (const Target &target : block.transfer.targets) {
        use(target.arguments);
        ++predecessors[target.block];
      }
      if (block.handler != None)
        ++predecessors[block.handler];
    }
  }

  /// Where an empty block leads to. Blocks of a loop of such are as good as any.
  BlockIndex destination(const Target &target) const {
    BlockIndex at = target.block;
    for (unsigned steps = 0; steps < 4; ++steps) {
      const Block &block = function.blocks[at];
      if (block.transfer.kind != TransferKind::Goto ||
          !std::ranges::all_of(block.statements,
                               [](const Statement &each) { return each.operation == Operation::Constant; }))
        break;
      at = block.transfer.targets[0].block;
    }
    return at;
  }

  bool takesNothing(BlockIndex block) const {
    return std::ranges::none_of(function.blocks[block].parameters, [this](Variable each) { return isUsed[each]; });
  }

  void join(Block &block) {
    if (block.transfer.kind != TransferKind::If)
      return;
    const Statement *first = definitions[block.transfer.arguments[0]];
    if (!first || !is(*first, lower))
      return;
    const Statement *zero = definitions[first->arguments[1]];
    Block &next = function.blocks[block.transfer.targets[1].block];
    if (!zero || zero->operation != Operation::Constant || zero->number != 0 || &next == &block ||
        predecessors[block.transfer.targets[1].block] != 1 || !next.parameters.empty() ||
        next.handler != block.handler || next.transfer.kind != TransferKind::If || next.statements.size() != 2)
      return;
    const Statement &length = next.statements[0];
    Statement &second = next.statements[1];
    BlockIndex bad = destination(block.transfer.targets[0]);
    if (length.operation != Operation::Length || !is(second, upper) || second.arguments[0] != first->arguments[0] ||
        second.arguments[1] != length.results[0] || next.transfer.arguments[0] != second.results[0] ||
        destination(next.transfer.targets[0]) != bad || !takesNothing(bad))
      return;
    second.primitive = unsignedUpper;
    block.transfer = std::move(next.transfer);
    std::ranges::move(next.statements, std::back_inserter(block.statements));
    next.statements.clear();
    next.transfer = {};
    // Statements have moved.
    for (const Statement &statement : block.statements)
      for (Variable result : statement.results)
        definitions[result] = &statement;
  }
};

} // namespace

void joinBoundsChecks(Program &program) {
  for (Function &function : program.functions)
    BoundsJoiner(function).run();
}

} // namespace tactus::pml::ir
