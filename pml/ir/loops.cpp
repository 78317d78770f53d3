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
// Of a leaf loop, no way from the first branch on comes to a par, to another loop, or to a function that does. Of a
// nest, they come to other loops, but to no par besides what divides these, and not to the loop itself: so an iteration
// has a price, as that of a leaf loop has.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/loops.h"
#include "pml/ir/nests.h"
#include "pml/ir/parts.h"

#include <algorithm>
#include <deque>

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
  explicit LoopMarker(Program &all)
      : program(all), isParallel(all.functions.size(), false), forks(all.functions.size(), false) {}

  void run() {
    for (const Function &function : program.functions)
      definitions.emplace_back(function);
    spread(isParallel, [this](size_t index) {
      return std::ranges::any_of(program.functions[index].blocks,
                                 [this](const Block &block) { return hasParallelism(block); });
    });
    spread(forks, [this](size_t index) { return forksBesideLoops(index, 0); });
    // All are looked at before one is changed: a loop that no longer asks is a loop still.
    std::vector<std::pair<Statement *, Kind>> kinds;
    forEachLoop(program, [&](Function &function, const Definitions &, Block &block, Statement &enter) {
      kinds.emplace_back(&enter, kindOf(function, block, enter));
    });
    auto next = kinds.begin();
    std::vector<std::pair<uint32_t, BlockIndex>> divided, nests;
    forEachLoop(program, [&](Function &function, const Definitions &known, Block &block, Statement &enter) {
      Kind kind = (next++)->second;
      mark(function, known, enter, kind);
      std::pair<uint32_t, BlockIndex> place{indexOf(function),
                                            static_cast<BlockIndex>(&block - function.blocks.data())};
      if (kind != Kind::Outer)
        divided.push_back(place);
      if (kind == Kind::Nest)
        nests.push_back(place);
    });
    for (auto [function, block] : divided)
      separateWay(program, function, block, 1);
    for (auto [function, block] : nests)
      copyInside(program, function, program.functions[function].blocks[block].transfer.targets[0].block, isParallel);
  }

private:
  Program &program;
  std::deque<Definitions> definitions;
  /// By function: whether it has pars or loops, or calls one that does; and whether it comes to a par that does not
  /// divide a loop.
  std::vector<bool> isParallel, forks;

  enum class Kind : uint8_t { Leaf, Nest, Outer };

  /// Sets what holds for functions until nothing changes.
  template <typename Holds> void spread(std::vector<bool> &known, Holds holds) {
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = 0; i < known.size(); ++i)
        if (!known[i] && holds(i))
          known[i] = changed = true;
    }
  }

  bool hasParallelism(const Block &block) const {
    const Transfer &transfer = block.transfer;
    bool calls = (transfer.callee != None && isParallel[transfer.callee]) ||
                 (transfer.second != None && isParallel[transfer.second]);
    return calls || transfer.kind == TransferKind::Par || transfer.kind == TransferKind::PCall ||
           std::ranges::any_of(block.statements, isEnter);
  }

  /// The loop of a block, if its branch is of the known form.
  const Statement *loopOf(uint32_t function, const Block &block) const {
    auto enter = std::ranges::find_if(block.statements, isEnter);
    const Transfer &choice = block.transfer;
    if (enter == block.statements.end() || choice.kind != TransferKind::If)
      return nullptr;
    const Statement *comparison = definitions[function].of(choice.arguments[0]);
    bool isKnown = definitions[function].comparedWithZero(comparison) == enter->results[0] &&
                   infoOf(comparison->primitive).name.ends_with("_gt");
    return isKnown ? &*enter : nullptr;
  }

  /// Visits the blocks that a function comes to from one on if its loops run in sequence, until visit() returns true.
  template <typename Visit> bool visitInSequence(uint32_t index, BlockIndex from, Visit visit) const {
    const Function &function = program.functions[index];
    std::vector<bool> isSeen(function.blocks.size(), false);
    std::vector<BlockIndex> waiting{from};
    while (!waiting.empty()) {
      BlockIndex at = waiting.back();
      waiting.pop_back();
      if (isSeen[at])
        continue;
      isSeen[at] = true;
      const Block &block = function.blocks[at];
      if (visit(block))
        return true;
      if (block.handler != None)
        waiting.push_back(block.handler);
      size_t ways = loopOf(index, block) ? 1 : block.transfer.targets.size();
      for (size_t way = 0; way < ways; ++way)
        waiting.push_back(block.transfer.targets[way].block);
    }
    return false;
  }

  bool forksBesideLoops(uint32_t index, BlockIndex from) const {
    return visitInSequence(index, from, [this, index](const Block &block) {
      const Transfer &transfer = block.transfer;
      bool hasLoop = std::ranges::any_of(block.statements, isEnter);
      return transfer.kind == TransferKind::Par || transfer.kind == TransferKind::PCall ||
             (transfer.callee != None && forks[transfer.callee]) || (hasLoop && !loopOf(index, block));
    });
  }

  /// Whether a function comes to itself from a block on.
  bool comesBack(uint32_t index, BlockIndex from) const {
    std::vector<bool> isSeen(program.functions.size(), false);
    std::vector<std::pair<uint32_t, BlockIndex>> waiting{{index, from}};
    while (!waiting.empty()) {
      auto [function, block] = waiting.back();
      waiting.pop_back();
      bool isBack = visitInSequence(function, block, [&](const Block &each) {
        uint32_t callee = each.transfer.callee;
        if (callee != None && !isSeen[callee]) {
          isSeen[callee] = true;
          waiting.emplace_back(callee, 0);
        }
        return callee == index;
      });
      if (isBack)
        return true;
    }
    return false;
  }

  uint32_t indexOf(const Function &function) const {
    return static_cast<uint32_t>(
        std::ranges::find_if(program.functions, [&](const Function &each) { return &each == &function; }) -
        program.functions.begin());
  }

  Kind kindOf(const Function &function, const Block &asks, const Statement &enter) const {
    uint32_t index = indexOf(function);
    if (loopOf(index, asks) != &enter)
      return Kind::Outer;
    BlockIndex first = asks.transfer.targets[0].block;
    if (!visitInSequence(index, first, [this](const Block &block) { return hasParallelism(block); }))
      return Kind::Leaf;
    return forksBesideLoops(index, first) || comesBack(index, first) ? Kind::Outer : Kind::Nest;
  }

  static void mark(Function &function, const Definitions &known, Statement &enter, Kind kind) {
    bool hasChain = infoOf(enter.primitive).name == "loop_enter_chain";
    Variable how = enter.results[0];
    if (kind == Kind::Outer && hasChain) {
      runAs(enter, -1);
      decide(function, known, how, {true, false, false});
      return;
    }
    enter.primitive = *findPrimitive(kind == Kind::Leaf   ? "loop_enter"
                                     : kind == Kind::Nest ? "loop_enter_nest"
                                                          : "loop_enter_outer");
    decide(function, known, how, kind == Kind::Nest ? Known{true, false, true} : Known{false, true, true});
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
