//===- rebuilt.cpp - objects that are built again from their own fields ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// An object dominates its fields, and they dominate what is built of them: so the object may stand there, too.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/rebuilt.h"
#include "pml/ir/dominance.h"

#include <algorithm>

namespace tactus::pml::ir {

namespace {

class Rebuilding {
public:
  explicit Rebuilding(Function &function) : function(function), reads(function.variables.size()) {
    for (Variable i = 0; i < function.variables.size(); ++i)
      standsFor.push_back(i);
  }

  void run() {
    // What dominates a block comes before it: inner objects have been replaced when the outer ones are looked at.
    for (BlockIndex index : Dominance(function).reachableBlocks())
      std::erase_if(function.blocks[index].statements, [this](Statement &statement) { return isRebuilt(statement); });
    for (Block &block : function.blocks) {
      for (Statement &statement : block.statements)
        rename(statement.arguments);
      rename(block.transfer.arguments);
      rename(block.transfer.secondArguments);
      for (Target &target : block.transfer.targets)
        rename(target.arguments);
    }
  }

private:
  struct Read {
    Variable object = None;
    uint32_t constructor = 0;
    uint32_t index = 0;
  };

  bool isRebuilt(const Statement &statement) {
    if (statement.operation == Operation::Field)
      reads[statement.results[0]] = {standsFor[statement.arguments[0]], statement.constructor, statement.index};
    if (statement.operation != Operation::New || statement.arguments.empty())
      return false;
    Variable object = reads[standsFor[statement.arguments[0]]].object;
    if (object == None || function.typeOf(object) != function.typeOf(statement.results[0]))
      return false;
    for (uint32_t i = 0; i < statement.arguments.size(); ++i) {
      const Read &read = reads[standsFor[statement.arguments[i]]];
      if (read.object != object || read.constructor != statement.constructor || read.index != i)
        return false;
    }
    standsFor[statement.results[0]] = object;
    return true;
  }

  void rename(std::vector<Variable> &variables) {
    for (Variable &variable : variables)
      variable = standsFor[variable];
  }

  Function &function;
  /// For each variable: the field that it has been read from.
  std::vector<Read> reads;
  /// For each variable: itself, or the object that is there already.
  std::vector<Variable> standsFor;
};

} // namespace

void useRebuilt(Program &program) {
  for (Function &function : program.functions)
    Rebuilding(function).run();
}

} // namespace tactus::pml::ir
