//===- nests.cpp - loops inside of loops that run in sequence -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/nests.h"
#include "pml/ir/dominance.h"
#include "pml/ir/names.h"
#include "pml/ir/primitives.h"

#include <map>

namespace tactus::pml::ir {

namespace {

/// So much is copied for one nest at most.
constexpr size_t MostStatements = 400;

bool callsOnce(const Transfer &transfer) {
  return transfer.kind == TransferKind::Call || transfer.kind == TransferKind::TailCall;
}

class InsideCopies {
public:
  InsideCopies(Program &program, const std::vector<bool> &hasLoops) : program(program), hasLoops(hasLoops) {}

  void run(uint32_t index, BlockIndex first) {
    std::vector<BlockIndex> region = blocksFrom(program.functions[index], first);
    for (BlockIndex block : region)
      collect(program.functions[index].blocks[block]);
    if (statements > MostStatements)
      return;
    for (auto &[source, copy] : copies) {
      copy = static_cast<uint32_t>(program.functions.size());
      Function made = program.functions[source];
      made.name = nameOfCopy(program, made.name, InsideName);
      program.functions.push_back(std::move(made));
    }
    for (auto [source, copy] : copies)
      for (Block &block : program.functions[copy].blocks)
        enterInside(block);
    for (BlockIndex block : region)
      enterInside(program.functions[index].blocks[block]);
  }

private:
  Program &program;
  const std::vector<bool> &hasLoops;
  /// By the function that is copied.
  std::map<uint32_t, uint32_t> copies;
  size_t statements = 0;

  /// What a loop does in parts is seldom called, and asks as ever.
  bool isCopied(const Transfer &transfer) const {
    return callsOnce(transfer) && transfer.callee < hasLoops.size() && hasLoops[transfer.callee] &&
           !program.functions[transfer.callee].isSeldom;
  }

  void collect(const Block &block) {
    if (!isCopied(block.transfer) || statements > MostStatements || copies.contains(block.transfer.callee))
      return;
    copies[block.transfer.callee] = None;
    const Function &function = program.functions[block.transfer.callee];
    for (const Block &inner : function.blocks)
      statements += inner.statements.size() + 1;
    for (const Block &inner : function.blocks)
      collect(inner);
  }

  void enterInside(Block &block) {
    for (Statement &statement : block.statements)
      if (statement.operation == Operation::Primitive && infoOf(statement.primitive).name == "loop_enter")
        statement.primitive = *findPrimitive("loop_enter_inside");
    if (isCopied(block.transfer))
      block.transfer.callee = copies.at(block.transfer.callee);
  }
};

} // namespace

void copyInside(Program &program, uint32_t function, BlockIndex block, const std::vector<bool> &hasLoops) {
  InsideCopies(program, hasLoops).run(function, block);
}

} // namespace tactus::pml::ir
