//===- split_main.cpp - the program's body in parts ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The candidates are a chain: blocks of which each dominates the next, up to the one that returns. The stage
// of any block is the place of the last of the chain that dominates it. To cut at place i, no edge may lead from stage
// i or later to an earlier one: then the blocks from stage i on are a function, entered at the chain's block i. Loops
// and handlers that reach over a candidate rule it out by such an edge.
//
//===----------------------------------------------------------------------===//
#include "pml/ir/split_main.h"
#include "pml/ir/check.h"
#include "pml/ir/dominance.h"

#include <algorithm>
#include <map>
#include <set>

namespace tactus::pml::ir {

namespace {

/// What registers take (ModuleBuilder::signatureFor).
constexpr int64_t MostPassed = 6;

template <typename Action> void forEachUse(const Block &block, Action action) {
  auto all = [&](const std::vector<Variable> &variables) { std::for_each(variables.begin(), variables.end(), action); };
  for (const Statement &statement : block.statements)
    all(statement.arguments);
  for (const Target &target : block.transfer.targets)
    all(target.arguments);
  all(block.transfer.arguments);
  all(block.transfer.secondArguments);
}

template <typename Action> void forEachDefinition(const Block &block, Action action) {
  std::for_each(block.parameters.begin(), block.parameters.end(), action);
  for (const Statement &statement : block.statements)
    std::for_each(statement.results.begin(), statement.results.end(), action);
}

template <typename Action> void forEachSuccessor(const Block &block, Action action) {
  if (block.handler != None)
    action(block.handler);
  for (const Target &target : block.transfer.targets)
    action(target.block);
}

class Splitter {
public:
  Splitter(Program &owner, Function &main, uint32_t length) : program(owner), function(main), partLength(length) {}

  void run() {
    findStages();
    findLifetimes();
    findGlobals();
    chooseCuts();
    if (cuts.empty())
      return;
    makeParts();
  }

private:
  Program &program;
  Function &function;
  uint32_t partLength;
  std::vector<BlockIndex> reachable;
  /// Blocks that dominate one another, and the stage of each block.
  std::vector<BlockIndex> chain;
  std::vector<uint32_t> stage;
  /// Of each variable: the stage that defines it, and the last one that uses it.
  std::vector<uint32_t> firstStage, lastStage;
  /// Of each variable: the global that has its value as well, or None. A later part reads that.
  std::vector<uint32_t> globals;
  /// Places in the chain where parts begin.
  std::vector<uint32_t> cuts;

  void findStages() {
    Dominance dominance(function);
    reachable = dominance.reachableBlocks();
    // The deepest block, by the number of blocks that dominate it: of those that return, if there are any.
    auto returns = [this](BlockIndex block) { return function.blocks[block].transfer.kind == TransferKind::Return; };
    std::vector<uint32_t> depth(function.blocks.size(), 0);
    std::vector<BlockIndex> above(function.blocks.size(), None);
    BlockIndex deepest = 0;
    for (BlockIndex block : reachable) {
      above[block] = dominance.blockAbove(block);
      depth[block] = above[block] == None ? 0 : depth[above[block]] + 1;
      if (std::pair(returns(block), depth[block]) > std::pair(returns(deepest), depth[deepest]))
        deepest = block;
    }
    for (BlockIndex block = deepest; block != None; block = above[block])
      chain.insert(chain.begin(), block);
    stage.assign(function.blocks.size(), 0);
    for (uint32_t place = 0; place < chain.size(); ++place)
      stage[chain[place]] = place;
    for (BlockIndex block : reachable)
      if (above[block] != None && chain[stage[block]] != block)
        stage[block] = stage[above[block]];
  }

  void findLifetimes() {
    firstStage.assign(function.variables.size(), 0);
    lastStage.assign(function.variables.size(), 0);
    for (BlockIndex block : reachable) {
      forEachDefinition(function.blocks[block], [&](Variable variable) { firstStage[variable] = stage[block]; });
      forEachUse(function.blocks[block],
                 [&](Variable variable) { lastStage[variable] = std::max(lastStage[variable], stage[block]); });
    }
  }

  /// A global is a variable's copy if nobody else sets it, and if the block that defines the variable sets it.
  void findGlobals() {
    std::vector<uint32_t> setters(program.globals.size());
    for (const Function &each : program.functions)
      for (const Block &block : each.blocks)
        for (const Statement &statement : block.statements)
          if (statement.operation == Operation::SetGlobal)
            ++setters[statement.symbol];
    globals.assign(function.variables.size(), None);
    for (BlockIndex index : reachable) {
      const Block &block = function.blocks[index];
      std::set<Variable> defined;
      forEachDefinition(block, [&](Variable variable) { defined.insert(variable); });
      for (const Statement &statement : block.statements)
        if (statement.operation == Operation::SetGlobal && setters[statement.symbol] == 1 &&
            defined.contains(statement.arguments[0]))
          globals[statement.arguments[0]] = statement.symbol;
    }
  }

  [[nodiscard]] bool isPassed(Variable variable, uint32_t place) const {
    return firstStage[variable] < place && lastStage[variable] >= place && globals[variable] == None;
  }

  void chooseCuts() {
    // Sums of differences: how many edges lead back over a place, and how many variables are passed there.
    std::vector<int64_t> edges(chain.size() + 1), passed(chain.size() + 1), length(chain.size());
    for (BlockIndex index : reachable) {
      const Block &block = function.blocks[index];
      length[stage[index]] += static_cast<int64_t>(block.statements.size()) + 1;
      forEachSuccessor(block, [&](BlockIndex next) {
        if (stage[next] < stage[index]) {
          ++edges[stage[next] + 1];
          --edges[stage[index] + 1];
        }
      });
    }
    for (Variable variable = 0; variable < function.variables.size(); ++variable)
      if (lastStage[variable] > firstStage[variable] && globals[variable] == None) {
        ++passed[firstStage[variable] + 1];
        --passed[lastStage[variable] + 1];
      }
    int64_t sinceCut = length[0], edgesHere = edges[0], passedHere = passed[0];
    for (uint32_t place = 1; place < chain.size(); ++place) {
      edgesHere += edges[place];
      passedHere += passed[place];
      auto parameters = static_cast<int64_t>(function.blocks[chain[place]].parameters.size());
      if (sinceCut >= partLength && edgesHere == 0 && passedHere + parameters <= MostPassed) {
        cuts.push_back(place);
        sinceCut = 0;
      }
      sinceCut += length[place];
    }
  }

  void makeParts() {
    // By part: its function, the variables that are passed to it, and names of its own for variables and blocks.
    Function whole = std::move(function);
    function = Function{whole.name, {}, {}, whole.results, {}, whole.place};
    std::vector<uint32_t> partOf(whole.blocks.size());
    for (BlockIndex block : reachable)
      partOf[block] = static_cast<uint32_t>(std::upper_bound(cuts.begin(), cuts.end(), stage[block]) - cuts.begin());
    std::vector<Part> parts(cuts.size() + 1);
    parts[0].made = &function;
    for (uint32_t i = 1; i < parts.size(); ++i) {
      parts[i].index = static_cast<uint32_t>(program.functions.size());
      parts[i].made = &program.functions.emplace_back();
      parts[i].made->name = whole.name + ".part." + std::to_string(i);
      parts[i].made->results = whole.results;
      parts[i].made->place = whole.place;
      enter(parts[i], whole, cuts[i - 1]);
    }
    for (BlockIndex block : reachable)
      forEachDefinition(whole.blocks[block], [&](Variable variable) { parts[partOf[block]].get(whole, variable); });
    for (BlockIndex block : reachable)
      parts[partOf[block]].blocks[block] = parts[partOf[block]].made->addBlock(whole.blocks[block].name);
    for (uint32_t i = 1; i < parts.size(); ++i) {
      parts[i].made->blocks[0].transfer.targets[0].block = parts[i].blocks.at(chain[cuts[i - 1]]);
      leave(parts[i - 1], parts[i], whole, cuts[i - 1]);
    }
    for (BlockIndex block : reachable)
      move(parts[partOf[block]], whole, block);
  }

  struct Part {
    Function *made = nullptr;
    uint32_t index = 0;
    /// Of the whole: what is passed.
    std::vector<Variable> passed;
    std::map<Variable, Variable> variables;
    std::map<BlockIndex, BlockIndex> blocks;

    Variable get(const Function &whole, Variable variable) {
      auto [entry, isNew] = variables.try_emplace(variable, 0);
      if (isNew)
        entry->second = made->addVariable(whole.variables[variable].type, whole.variables[variable].name);
      return entry->second;
    }
    void rename(const Function &whole, std::vector<Variable> &all) {
      for (Variable &variable : all)
        variable = get(whole, variable);
    }
  };

  /// The entry of a part: takes what is passed, and goes to the block of the chain.
  void enter(Part &part, const Function &whole, uint32_t place) {
    for (Variable variable = 0; variable < whole.variables.size(); ++variable)
      if (isPassed(variable, place)) {
        part.passed.push_back(variable);
        part.made->parameters.push_back(part.get(whole, variable));
      }
    Block &entry = part.made->blocks[part.made->addBlock("enter")];
    entry.transfer.kind = TransferKind::Goto;
    Target &target = entry.transfer.targets.emplace_back();
    for (Variable parameter : whole.blocks[chain[place]].parameters) {
      Variable passed = part.made->addVariable(whole.variables[parameter].type, whole.variables[parameter].name);
      part.made->parameters.push_back(passed);
      target.arguments.push_back(passed);
    }
  }

  /// In the part before: a block in place of the chain's, which calls the next part.
  void leave(Part &part, const Part &next, const Function &whole, uint32_t place) {
    BlockIndex made = part.made->addBlock("leave");
    part.blocks[chain[place]] = made;
    Transfer call;
    call.kind = TransferKind::TailCall;
    call.callee = next.index;
    call.arguments = next.passed;
    part.rename(whole, call.arguments);
    for (Variable parameter : whole.blocks[chain[place]].parameters) {
      Variable taken = part.made->addVariable(whole.variables[parameter].type, whole.variables[parameter].name);
      part.made->blocks[made].parameters.push_back(taken);
      call.arguments.push_back(taken);
    }
    part.made->blocks[made].transfer = std::move(call);
  }

  /// What a block uses of earlier parts and a global has: reads of it, for this block alone, so that it lives no
  /// longer.
  std::vector<Statement> readGlobals(Part &part, const Function &whole, const Block &block,
                                     std::vector<Variable> &taken) {
    std::vector<Statement> reads;
    forEachUse(block, [&](Variable variable) {
      if (globals[variable] == None || part.variables.contains(variable))
        return;
      Statement &read = reads.emplace_back();
      read.operation = Operation::GetGlobal;
      read.symbol = globals[variable];
      read.results = {part.get(whole, variable)};
      taken.push_back(variable);
    });
    return reads;
  }

  void move(Part &part, Function &whole, BlockIndex block) {
    Block &made = part.made->blocks[part.blocks.at(block)];
    made = std::move(whole.blocks[block]);
    std::vector<Variable> taken;
    std::vector<Statement> reads = readGlobals(part, whole, made, taken);
    part.rename(whole, made.parameters);
    if (made.handler != None)
      made.handler = part.blocks.at(made.handler);
    for (Statement &statement : made.statements) {
      part.rename(whole, statement.results);
      part.rename(whole, statement.arguments);
    }
    for (Target &target : made.transfer.targets) {
      target.block = part.blocks.at(target.block);
      part.rename(whole, target.arguments);
    }
    part.rename(whole, made.transfer.arguments);
    part.rename(whole, made.transfer.secondArguments);
    made.statements.insert(made.statements.begin(), reads.begin(), reads.end());
    for (Variable variable : taken)
      part.variables.erase(variable);
  }
};

} // namespace

void splitMain(Program &program, uint32_t partLength) {
  if (std::optional<uint32_t> main = findMain(program))
    Splitter(program, program.functions[*main], partLength).run();
}

} // namespace tactus::pml::ir
