//===- loops.cpp - how parallel loops run --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//     how = loop_enter(n)
//     if how > 0 { iterations } else { parts, by a par }
//
//     how = loop_enter_chain(n)
//     if how > 0 { iterations } else if how < 0 { iterations, by forks } else { parts, by a par }
//
// Of a leaf loop, no way from the first branch on comes to a par, to another loop, or to a function that does.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/loops.h"

#include <algorithm>

namespace tactus::pml::ir {

namespace {

bool isEnter(const Statement &statement) {
  return statement.operation == Operation::Primitive && infoOf(statement.primitive).name.starts_with("loop_enter");
}

/// Where the variables of a function are computed; null for parameters.
class Definitions {
public:
  explicit Definitions(const Function &function) : statements(function.variables.size()) {
    for (const Block &block : function.blocks)
      for (const Statement &statement : block.statements)
        for (Variable result : statement.results)
          statements[result] = &statement;
  }

  const Statement *of(Variable variable) const { return statements[variable]; }

  /// The variable that a comparison compares with 0, whatever the size of the program's int; None if it does not.
  Variable comparedWithZero(const Statement *comparison) const {
    if (!comparison || comparison->operation != Operation::Primitive || comparison->arguments.size() != 2)
      return None;
    const Statement *zero = of(comparison->arguments[1]);
    if (!zero || zero->operation != Operation::Constant || zero->number != 0 ||
        !(zero->text.empty() || zero->text == "0"))
      return None;
    const Statement *converted = of(comparison->arguments[0]);
    bool isConverted = converted && converted->operation == Operation::Primitive && converted->arguments.size() == 1 &&
                       !isEnter(*converted);
    return isConverted ? converted->arguments[0] : comparison->arguments[0];
  }

private:
  std::vector<const Statement *> statements;
};

/// What `how` may be.
struct Known {
  bool mayBeNegative, mayBeZero, mayBePositive;

  /// What a comparison with 0 says; nothing if that is not known.
  std::optional<bool> compare(std::string_view primitive) const {
    auto decide = [](bool mayBeTrue, bool mayBeFalse) -> std::optional<bool> {
      return mayBeTrue == mayBeFalse ? std::nullopt : std::optional(mayBeTrue);
    };
    if (primitive.ends_with("_gt"))
      return decide(mayBePositive, mayBeNegative || mayBeZero);
    if (primitive.ends_with("_lt"))
      return decide(mayBeNegative, mayBeZero || mayBePositive);
    return std::nullopt;
  }
};

/// Has the choices that depend on `how` made where they are known.
void decide(Function &function, const Definitions &definitions, Variable how, Known known) {
  for (Block &block : function.blocks) {
    Transfer &choice = block.transfer;
    if (choice.kind != TransferKind::If)
      continue;
    const Statement *comparison = definitions.of(choice.arguments[0]);
    if (definitions.comparedWithZero(comparison) != how)
      continue;
    if (std::optional<bool> isTaken = known.compare(infoOf(comparison->primitive).name)) {
      Target taken = choice.targets[*isTaken ? 0 : 1];
      choice = {};
      choice.kind = TransferKind::Goto;
      choice.targets = {std::move(taken)};
    }
  }
}

/// Says how instead of asking.
void runAs(Statement &enter, int64_t how) {
  enter.operation = Operation::Constant;
  enter.arguments.clear();
  enter.number = how;
}

/// Calls visit(function, definitions, block, enter) for each loop.
template <typename Visit> void forEachLoop(Program &program, Visit visit) {
  for (Function &function : program.functions) {
    if (!std::ranges::any_of(function.blocks,
                             [](const Block &block) { return std::ranges::any_of(block.statements, isEnter); }))
      continue;
    Definitions definitions(function);
    for (Block &block : function.blocks)
      for (Statement &statement : block.statements)
        if (isEnter(statement))
          visit(function, definitions, block, statement);
  }
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
    // All are looked at before one is changed: a loop that no longer asks is a loop still.
    std::vector<std::pair<const Statement *, bool>> areLeaves;
    forEachLoop(program, [&](Function &function, const Definitions &definitions, Block &block, Statement &enter) {
      areLeaves.emplace_back(&enter, isLeaf(function, definitions, block, enter));
    });
    auto next = areLeaves.begin();
    forEachLoop(program, [&](Function &function, const Definitions &definitions, Block &, Statement &enter) {
      mark(function, definitions, enter, (next++)->second);
    });
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

  /// False also if the branch is not of the known form.
  bool isLeaf(const Function &function, const Definitions &definitions, const Block &asks,
              const Statement &enter) const {
    const Transfer &choice = asks.transfer;
    if (choice.kind != TransferKind::If)
      return false;
    const Statement *comparison = definitions.of(choice.arguments[0]);
    if (definitions.comparedWithZero(comparison) != enter.results[0] ||
        !infoOf(comparison->primitive).name.ends_with("_gt"))
      return false;
    std::vector<bool> isSeen(function.blocks.size(), false);
    std::vector<BlockIndex> waiting{choice.targets[0].block};
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

  static void mark(Function &function, const Definitions &definitions, Statement &enter, bool isLeaf) {
    bool hasChain = infoOf(enter.primitive).name == "loop_enter_chain";
    Variable how = enter.results[0];
    if (!isLeaf && hasChain) {
      runAs(enter, -1);
      decide(function, definitions, how, {true, false, false});
      return;
    }
    enter.primitive = *findPrimitive(isLeaf ? "loop_enter" : "loop_enter_outer");
    decide(function, definitions, how, {false, true, true});
  }
};

} // namespace

void markOuterLoops(Program &program) { LoopMarker(program).run(); }

void elideLoops(Program &program) {
  forEachLoop(program, [](Function &function, const Definitions &definitions, Block &, Statement &enter) {
    runAs(enter, 1);
    decide(function, definitions, enter.results[0], {false, false, true});
  });
}

} // namespace tactus::pml::ir
