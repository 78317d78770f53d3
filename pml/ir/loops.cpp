//===- loops.cpp - which parallel loops have parallelism inside ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     how = loop_enter(n)
//     if how == 0 { halves, by a par } else { iterations }
//
// Of a leaf loop, no way from the second branch on comes to a par, to another loop, or to a function that does.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/loops.h"

#include <algorithm>

namespace tactus::pml::ir {

namespace {

bool isEnter(const Statement &statement) {
  return statement.operation == Operation::Primitive && infoOf(statement.primitive).name.starts_with("loop_enter");
}

class LoopMarker {
public:
  explicit LoopMarker(Program &all) : program(all), isParallel(all.functions.size(), false) {}

  void run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = 0; i < isParallel.size(); ++i)
        if (!isParallel[i] && std::ranges::any_of(program.functions[i].blocks,
                                                  [this](const Block &block) { return hasParallelism(block); }))
          isParallel[i] = changed = true;
    }
    std::optional<Primitive> outer = findPrimitive("loop_enter_outer");
    for (Function &function : program.functions)
      for (Block &block : function.blocks)
        for (Statement &statement : block.statements)
          if (isEnter(statement) && !isLeaf(function, block, statement))
            statement.primitive = *outer;
  }

private:
  Program &program;
  /// By function: whether it has pars or loops, or calls one that does.
  std::vector<bool> isParallel;

  bool hasParallelism(const Block &block) const {
    const Transfer &transfer = block.transfer;
    bool calls = (transfer.callee != None && isParallel[transfer.callee]) ||
                 (transfer.second != None && isParallel[transfer.second]);
    return calls || transfer.kind == TransferKind::Par || transfer.kind == TransferKind::PCall ||
           std::ranges::any_of(block.statements, isEnter);
  }

  static const Statement *definitionIn(const Block &block, Variable variable) {
    for (const Statement &statement : block.statements)
      if (std::ranges::find(statement.results, variable) != statement.results.end())
        return &statement;
    return nullptr;
  }

  /// Whether a variable says that `how` is 0; the program's int may be of another size.
  static bool asksForZero(const Block &block, Variable condition, Variable how) {
    const Statement *question = definitionIn(block, condition);
    if (!question || question->operation != Operation::Primitive || question->arguments.size() != 2 ||
        !infoOf(question->primitive).name.ends_with("_eq"))
      return false;
    const Statement *converted = definitionIn(block, question->arguments[0]);
    bool isHow = question->arguments[0] == how || (converted && converted->operation == Operation::Primitive &&
                                                   converted->arguments.size() == 1 && converted->arguments[0] == how);
    const Statement *zero = definitionIn(block, question->arguments[1]);
    return isHow && zero && zero->operation == Operation::Constant && zero->number == 0 &&
           (zero->text.empty() || zero->text == "0");
  }

  /// False also if the branch is not of the known form.
  bool isLeaf(const Function &function, const Block &asks, const Statement &enter) const {
    const Transfer &choice = asks.transfer;
    if (choice.kind != TransferKind::If || !asksForZero(asks, choice.arguments[0], enter.results[0]))
      return false;
    std::vector<bool> isSeen(function.blocks.size(), false);
    std::vector<BlockIndex> waiting{choice.targets[1].block};
    while (!waiting.empty()) {
      BlockIndex index = waiting.back();
      waiting.pop_back();
      if (isSeen[index])
        continue;
      isSeen[index] = true;
      const Block &block = function.blocks[index];
      if (hasParallelism(block))
        return false;
      if (block.handler != None)
        waiting.push_back(block.handler);
      for (const Target &target : block.transfer.targets)
        waiting.push_back(target.block);
    }
    return true;
  }
};

} // namespace

void markOuterLoops(Program &program) { LoopMarker(program).run(); }

} // namespace tactus::pml::ir
