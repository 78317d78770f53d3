//===- groups.cpp - the smallest recursive groups of functions --------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "passes.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace tactus::pml::simplifying {

using core::Block;
using core::Function;
using core::Program;
using core::Statement;
using core::Value;

namespace {

void collectMentions(const Block &block, std::unordered_set<const Function *> &out) {
  auto add = [&](const core::Values &values) {
    for (const Value *value : values)
      if (value->function)
        out.insert(value->function);
  };
  for (const Statement *statement : block.statements) {
    add(statement->arguments);
    core::forEachBlock(*statement, [&](const Block *inner) { collectMentions(*inner, out); });
  }
  add(block.end.arguments);
  core::forEachBlock(block.end, [&](const Block *inner) { collectMentions(*inner, out); });
}

/// Strongly connected components (Tarjan), those that are mentioned before those that mention them.
class Components {
public:
  explicit Components(const std::vector<Function *> &members) {
    std::unordered_set<const Function *> inGroup(members.begin(), members.end());
    for (Function *function : members) {
      std::unordered_set<const Function *> all;
      collectMentions(*function->body, all);
      for (Function *other : members)
        if (all.contains(other))
          mentions[function].push_back(other);
    }
    for (Function *function : members)
      if (!numbers.contains(function))
        visit(function);
  }
  std::vector<std::vector<Function *>> found;

private:
  std::unordered_map<Function *, std::vector<Function *>> mentions;
  std::unordered_map<Function *, uint32_t> numbers, lowest;
  std::unordered_set<Function *> onStack;
  std::vector<Function *> stack;

  void visit(Function *function) {
    auto number = static_cast<uint32_t>(numbers.size());
    numbers[function] = lowest[function] = number;
    stack.push_back(function);
    onStack.insert(function);
    for (Function *other : mentions[function]) {
      if (!numbers.contains(other))
        visit(other);
      if (onStack.contains(other))
        lowest[function] = std::min(lowest[function], lowest[other]);
    }
    if (lowest[function] != number)
      return;
    std::vector<Function *> component;
    while (true) {
      Function *member = stack.back();
      stack.pop_back();
      onStack.erase(member);
      component.insert(component.begin(), member);
      if (member == function)
        break;
    }
    found.push_back(std::move(component));
  }
};

class Splitter {
public:
  explicit Splitter(Program &owner) : program(owner) {}
  bool isChanged = false;

  void split(Block &block) {
    std::vector<Statement *> made;
    for (Statement *statement : block.statements) {
      core::forEachBlock(*statement, [&](Block *inner) { split(*inner); });
      made.push_back(statement);
      if (statement->functions.size() < 2)
        continue;
      Components components(statement->functions);
      if (components.found.size() == 1)
        continue;
      isChanged = true;
      made.pop_back();
      for (std::vector<Function *> &component : components.found) {
        auto *group = program.arena.make<Statement>();
        group->kind = Statement::Kind::Functions;
        group->functions = std::move(component);
        made.push_back(group);
      }
    }
    block.statements = std::move(made);
    core::forEachBlock(block.end, [&](Block *inner) { split(*inner); });
  }

private:
  Program &program;
};

} // namespace

bool splitGroups(Program &program) {
  Splitter splitter(program);
  splitter.split(*program.body);
  return splitter.isChanged;
}

} // namespace tactus::pml::simplifying
