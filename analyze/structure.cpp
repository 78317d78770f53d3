//===- structure.cpp - where a program creates tasks, and how ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "analyze/structure.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace tactus::analyze {

namespace {

using abi::Node;
using abi::NodeKind;

/// Trees are not deeper than this; a summary may say anything.
constexpr unsigned MaximalDepth = 1000;

/// A node of a function.
using Site = std::pair<uint32_t, uint32_t>;

/// What is around a node.
struct Surroundings {
  bool isInLoop = false;
  /// Something between it and its function may run elsewhere.
  bool isSpawned = false;

  auto operator<=>(const Surroundings &) const = default;
};

/// What stands behind a node of this kind, in the same function, may run beside what was spawned: from here on, from
/// here on no longer, or as before.
enum class Beside : uint8_t { AsBefore, Begins, Ends };

/// The header's forks and joins stand in functions of their own, which are read as if they stood at the call. So each
/// part has an effect: that of its last fork or join.
class Forks {
  std::vector<Beside> effects;

public:
  explicit Forks(const Program &program) : effects(program.written.size()) {
    // Parts call parts; each pass sees through one more level.
    for (unsigned level = 0; level < MaximalLevels; ++level) {
      bool changes = false;
      for (size_t i = 0; i < effects.size(); ++i) {
        const WrittenFunction &function = program.written[i];
        Beside effect = Beside::AsBefore;
        for (size_t node = 0; function.summary.isPart && node < function.summary.nodes.size(); ++node)
          if (Beside own = ofNode(function, node); own != Beside::AsBefore)
            effect = own;
        changes |= effect != effects[i];
        effects[i] = effect;
      }
      if (!changes)
        return;
    }
  }

  Beside ofNode(const WrittenFunction &function, size_t index) const {
    const Node &node = function.summary.nodes[index];
    if (node.kind == NodeKind::Wait)
      return Beside::Ends;
    if (node.isBeside)
      return Beside::Begins;
    bool isDirect = node.kind == NodeKind::Call && function.targets[index].size() == 1;
    return isDirect ? effects[function.targets[index].front()] : Beside::AsBefore;
  }

private:
  static constexpr unsigned MaximalLevels = 32;
};

/// Of each node of a function, seen from the function's beginning.
std::vector<Surroundings> surroundings(const WrittenFunction &function, const Forks &forks, Surroundings outside) {
  std::vector<Surroundings> result;
  bool isBeside = false;
  for (size_t i = 0; i < function.summary.nodes.size(); ++i) {
    const Node &node = function.summary.nodes[i];
    Surroundings own = node.parent ? result[node.parent - 1] : outside;
    own.isInLoop |= node.kind == NodeKind::Loop;
    own.isSpawned |= isBeside || node.kind == NodeKind::Spawn;
    Beside effect = forks.ofNode(function, i);
    isBeside = effect == Beside::Begins || (isBeside && effect != Beside::Ends);
    result.push_back(own);
  }
  return result;
}

class Tree {
  const Program &program;
  const Forks &forks;
  std::set<std::pair<uint32_t, Surroundings>> seen;
  std::vector<uint32_t> path;

public:
  std::set<Site> recursive, spawns, loopLike;
  /// Indirect calls of which too little is known.
  std::set<Site> unfollowed;
  std::set<uint32_t> functions;

  Tree(const Program &program, const Forks &forks, uint32_t root) : program(program), forks(forks) { expand(root, {}); }

private:
  void expand(uint32_t index, Surroundings outside) {
    functions.insert(index);
    if (path.size() == MaximalDepth || !seen.insert({index, outside}).second)
      return;
    path.push_back(index);
    const WrittenFunction &function = program.written[index];
    std::vector<Surroundings> around = surroundings(function, forks, outside);
    for (uint32_t i = 0; i < around.size(); ++i) {
      const Node &node = function.summary.nodes[i];
      if (node.kind == NodeKind::Spawn) {
        spawns.insert({index, i});
        if (around[i].isInLoop)
          loopLike.insert({index, i});
      }
      const std::vector<uint32_t> &targets = function.targets[i];
      if (node.kind == NodeKind::IndirectCall && (targets.empty() || targets.size() > MostMeanings))
        unfollowed.insert({index, i});
      if (targets.size() <= MostMeanings)
        for (uint32_t target : targets)
          follow({index, i}, target, around[i], node.kind == NodeKind::Region);
    }
    path.pop_back();
  }

  void follow(Site site, uint32_t callee, Surroundings around, bool isRegion) {
    // A region ends with all of its tasks: loops outside of it create none.
    if (isRegion)
      around.isInLoop = false;
    const WrittenFunction &target = program.written[callee];
    if (target.group != program.written[site.first].group) {
      expand(callee, {around.isInLoop, false});
    } else if (target.summary.isPart && std::ranges::find(path, callee) == path.end()) {
      expand(callee, around);
    } else if (around.isSpawned) {
      recursive.insert(site);
    }
  }
};

/// Which functions return while tasks that they have created may still run. Only OpenMP's do: its tasks end at a
/// taskwait, everything else ends with the construct or the function.
class LooseTasks {
  const Program &program;
  std::vector<bool> isLoose;

  bool leavesTasks(const WrittenFunction &function) const {
    bool isOpen = false;
    for (size_t i = 0; i < function.summary.nodes.size(); ++i) {
      const Node &node = function.summary.nodes[i];
      bool isIteration = node.parent && function.summary.nodes[node.parent - 1].isParallel;
      if (node.kind == NodeKind::Wait)
        isOpen = false;
      else if (node.kind == NodeKind::Spawn)
        isOpen |= !node.isBeside && !isIteration;
      else if (node.kind == NodeKind::Call)
        isOpen |= std::ranges::any_of(function.targets[i], [&](uint32_t callee) { return isLoose[callee]; });
    }
    return isOpen && !function.summary.waitsAtEnd;
  }

public:
  explicit LooseTasks(const Program &program) : program(program), isLoose(program.written.size()) {
    for (bool changes = true; changes;) {
      changes = false;
      for (uint32_t i = 0; i < isLoose.size(); ++i)
        if (!isLoose[i] && leavesTasks(program.written[i]))
          isLoose[i] = changes = true;
    }
  }

  /// Is a function called in a loop that does not wait for its tasks, here or further out?
  std::vector<bool> createdInLoops(const Forks &forks) const {
    std::vector<bool> inLoops(isLoose.size());
    for (bool changes = true; changes;) {
      changes = false;
      for (uint32_t i = 0; i < isLoose.size(); ++i) {
        const WrittenFunction &caller = program.written[i];
        std::vector<Surroundings> around = surroundings(caller, forks, {inLoops[i] && isLoose[i], false});
        for (size_t node = 0; node < around.size(); ++node)
          for (uint32_t callee : caller.targets[node])
            if (caller.summary.nodes[node].kind == NodeKind::Call && isLoose[callee] && around[node].isInLoop &&
                !inLoops[callee] && program.written[callee].group != caller.group)
              inLoops[callee] = changes = true;
      }
    }
    return inLoops;
  }
};

/// Does the function spawn by itself, or in a part of it? (Algorithm 1 goes up to the first function of the program's
/// own.) Returns the line.
struct OwnSpawns {
  const Program &program;
  std::set<uint32_t> seen;
  bool found = false;
  uint32_t line = 0;

  void look(uint32_t index, uint32_t lineOutside, bool isOutermost) {
    if (!seen.insert(index).second)
      return;
    const WrittenFunction &function = program.written[index];
    for (size_t i = 0; i < function.summary.nodes.size() && !found; ++i) {
      const Node &node = function.summary.nodes[i];
      uint32_t place = isOutermost ? node.line : lineOutside;
      if (node.kind == NodeKind::Spawn) {
        found = true;
        line = place;
      } else if (function.targets[i].size() == 1 && program.written[function.targets[i].front()].summary.isPart) {
        bool isPiece = program.written[function.targets[i].front()].summary.file == function.summary.file;
        look(function.targets[i].front(), place, isOutermost && isPiece);
      }
    }
  }
};

} // namespace

/// In the order of the source.
static std::vector<Place> unfollowedIn(const Program &program, const std::set<Site> &sites) {
  std::set<Place> places;
  for (auto [function, node] : sites) {
    const abi::StructureFunction &summary = program.written[function].summary;
    places.insert({summary.file, summary.nodes[node].line});
  }
  return {places.begin(), places.end()};
}

std::vector<Context> findContexts(const Program &program) {
  std::vector<Context> contexts;
  std::vector<std::set<uint32_t>> trees;
  Forks forks(program);
  std::vector<bool> inLoops = LooseTasks(program).createdInLoops(forks);
  std::set<std::string> symbols;
  for (uint32_t i = 0; i < program.written.size(); ++i) {
    const WrittenFunction &function = program.written[i];
    bool isCopy = !function.summary.isLocal && program.findWritten(function.summary.symbol) != i;
    if (function.summary.isPart || isCopy)
      continue;
    OwnSpawns own{program, {}};
    own.look(i, 0, true);
    if (!own.found)
      continue;
    Tree tree(program, forks, i);
    contexts.push_back({.function = i,
                        .line = own.line,
                        .recursive = static_cast<unsigned>(tree.recursive.size()),
                        .loopLike = static_cast<unsigned>(inLoops[i] ? tree.spawns.size() : tree.loopLike.size()),
                        .spawns = static_cast<unsigned>(tree.spawns.size()),
                        .unfollowed = unfollowedIn(program, tree.unfollowed)});
    trees.push_back(std::move(tree.functions));
  }
  for (size_t i = 0; i < contexts.size(); ++i)
    for (size_t other = 0; other < contexts.size(); ++other)
      if (trees[other].contains(contexts[i].function) &&
          program.written[contexts[other].function].group != program.written[contexts[i].function].group)
        contexts[i].isOutermost = false;
  std::ranges::sort(contexts, {}, [&](const Context &context) {
    const abi::StructureFunction &function = program.written[context.function].summary;
    return std::tuple(function.file, context.line, function.symbol, context.function);
  });
  return contexts;
}

} // namespace tactus::analyze
