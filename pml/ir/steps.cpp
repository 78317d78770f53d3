//===- steps.cpp - counting that cannot overflow --------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/steps.h"
#include "pml/ir/dominance.h"

#include <algorithm>

namespace tactus::pml::ir {

namespace {

/// What is compared farther away is not looked for.
constexpr unsigned MostBlocksAbove = 32;

class StepChecks {
public:
  explicit StepChecks(Function &function)
      : function(function), predecessors(function.blocks.size(), 0), definitions(function.variables.size()) {}

  void run() {
    if (std::ranges::none_of(function.blocks,
                             [](const Block &block) { return std::ranges::any_of(block.statements, isCandidate); }))
      return;
    look();
    Dominance dominance(function);
    for (BlockIndex index : dominance.reachableBlocks())
      drop(index, dominance);
  }

private:
  Function &function;
  std::vector<unsigned> predecessors;
  /// Copies: statements move as others come between them.
  std::vector<Statement> definitions;

  /// The name of a primitive of integers without its size, and the size: int64_add is "add" of "int64_".
  static std::pair<std::string_view, std::string_view> split(const Statement &statement) {
    if (statement.operation != Operation::Primitive)
      return {};
    std::string_view name = infoOf(statement.primitive).name;
    size_t end = name.find('_');
    if (!name.starts_with("int") || end == std::string_view::npos || end < 4)
      return {};
    return {name.substr(0, end + 1), name.substr(end + 1)};
  }

  static bool isCandidate(const Statement &statement) {
    auto [family, operation] = split(statement);
    return operation == "add" || operation == "sub";
  }

  void look() {
    for (const Block &block : function.blocks) {
      for (const Statement &statement : block.statements)
        for (Variable result : statement.results)
          definitions[result] = statement;
      for (const Target &target : block.transfer.targets)
        ++predecessors[target.block];
      if (block.handler != None)
        ++predecessors[block.handler];
    }
  }

  bool isNumber(Variable variable, int64_t number) const {
    const Statement &constant = definitions[variable];
    if (constant.results.empty() || constant.operation != Operation::Constant)
      return false;
    return constant.text.empty() ? constant.number == number : constant.text == std::to_string(number);
  }

  /// Whether a comparison that has this result says that one number is below another one: `below` or `above`.
  bool says(const Statement &comparison, bool isTrue, std::string_view family, Variable variable, bool isBelow) const {
    auto [compared, operation] = split(comparison);
    if (compared != family || comparison.arguments.size() != 2)
      return false;
    // Written as first < second.
    std::string_view less = isTrue ? "lt" : "ge", greater = isTrue ? "gt" : "le";
    if (operation != less && operation != greater)
      return false;
    return comparison.arguments[(operation == less) == isBelow ? 0 : 1] == variable;
  }

  bool isKnown(BlockIndex at, const Dominance &dominance, std::string_view family, Variable variable,
               bool isBelow) const {
    for (unsigned steps = 0; steps < MostBlocksAbove; ++steps) {
      BlockIndex above = dominance.blockAbove(at);
      if (above == None)
        return false;
      const Transfer &choice = function.blocks[above].transfer;
      // The only way to the block is one of the choice.
      if (choice.kind == TransferKind::If && predecessors[at] == 1 &&
          (choice.targets[0].block == at || choice.targets[1].block == at) &&
          says(definitions[choice.arguments[0]], choice.targets[0].block == at, family, variable, isBelow))
        return true;
      at = above;
    }
    return false;
  }

  void drop(BlockIndex index, const Dominance &dominance) {
    Block &block = function.blocks[index];
    for (size_t i = 0; i < block.statements.size(); ++i) {
      if (!isCandidate(block.statements[i]))
        continue;
      auto [family, operation] = split(block.statements[i]);
      // Integers of any size do not overflow: they have none.
      std::optional<Primitive> unchecked = findPrimitive(std::string(family) + "index");
      if (!unchecked)
        continue;
      bool isUp = operation == "add";
      Variable variable = block.statements[i].arguments[0], one = block.statements[i].arguments[1];
      if (isUp && isNumber(variable, 1))
        std::swap(variable, one);
      if (!isNumber(one, 1) || !isKnown(index, dominance, family, variable, isUp))
        continue;
      if (!isUp) {
        Statement minusOne = definitions[one];
        minusOne.number = -1;
        minusOne.text = minusOne.text.empty() ? "" : "-1";
        minusOne.results = {function.addVariable(function.typeOf(one), "")};
        one = minusOne.results[0];
        block.statements.insert(block.statements.begin() + static_cast<ptrdiff_t>(i++), minusOne);
      }
      Statement &step = block.statements[i];
      step.primitive = *unchecked;
      step.arguments = {variable, one};
    }
  }
};

} // namespace

void dropChecksOfSteps(Program &program) {
  for (Function &function : program.functions)
    StepChecks(function).run();
}

} // namespace tactus::pml::ir
