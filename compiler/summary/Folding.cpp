//===- Folding.cpp - small functions as part of their callers ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "summary/Folding.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace tactus {

using abi::Node;
using abi::NodeKind;

namespace {

class Folder {
  abi::Structure &structure;
  BitVector isOwnCopy;
  StringMap<unsigned> positions;
  /// By function: those that call it.
  std::vector<std::vector<unsigned>> callers;

public:
  Folder(abi::Structure &structure, BitVector isOwnCopy)
      : structure(structure), isOwnCopy(std::move(isOwnCopy)), callers(structure.functions.size()) {
    for (unsigned i = 0; i < structure.functions.size(); ++i)
      positions[structure.functions[i].symbol] = i;
    for (unsigned i = 0; i < structure.functions.size(); ++i)
      for (const Node &node : structure.functions[i].nodes)
        if (std::optional<unsigned> callee = calleeOf(node))
          callers[*callee].push_back(i);
  }

  void fold() {
    SmallVector<unsigned, 32> pending;
    for (unsigned i = 0; i < structure.functions.size(); ++i)
      if (isSmall(i))
        pending.push_back(i);
    while (!pending.empty()) {
      unsigned small = pending.pop_back_val();
      for (unsigned caller : callers[small])
        if (foldInto(structure.functions[caller]) && isSmall(caller))
          pending.push_back(caller);
    }
    removeUnused();
  }

private:
  std::optional<unsigned> calleeOf(const Node &node) const {
    auto found = node.callee.empty() ? positions.end() : positions.find(node.callee);
    return found == positions.end() ? std::nullopt : std::optional(found->second);
  }

  bool isSmall(unsigned function) const { return isOwnCopy[function] && structure.functions[function].nodes.empty(); }

  /// Counts the calls of small functions where they stand. Returns whether there were any.
  bool foldInto(abi::StructureFunction &caller) {
    std::vector<uint32_t> moved(caller.nodes.size() + 1, 0);
    std::vector<Node> kept;
    for (size_t i = 0; i < caller.nodes.size(); ++i) {
      Node &node = caller.nodes[i];
      node.parent = moved[node.parent];
      std::optional<unsigned> callee = node.kind == NodeKind::Call ? calleeOf(node) : std::nullopt;
      if (callee && isSmall(*callee)) {
        uint32_t loop = node.parent;
        while (loop && kept[loop - 1].kind != NodeKind::Loop)
          loop = kept[loop - 1].parent;
        (loop ? kept[loop - 1].cycles : caller.cycles) += structure.functions[*callee].cycles;
        continue;
      }
      kept.push_back(std::move(node));
      moved[i + 1] = static_cast<uint32_t>(kept.size());
    }
    bool changed = kept.size() != caller.nodes.size();
    caller.nodes = std::move(kept);
    return changed;
  }

  /// Keeps what others may call, and what that needs.
  void removeUnused() {
    BitVector isNeeded(structure.functions.size());
    SmallVector<unsigned, 32> pending;
    auto need = [&](unsigned function) {
      if (!isNeeded[function])
        pending.push_back(function);
      isNeeded.set(function);
    };
    for (unsigned i = 0; i < structure.functions.size(); ++i)
      if (!isOwnCopy[i])
        need(i);
    while (!pending.empty())
      for (const Node &node : structure.functions[pending.pop_back_val()].nodes)
        if (std::optional<unsigned> callee = calleeOf(node))
          need(*callee);
    std::vector<abi::StructureFunction> kept;
    for (unsigned i = 0; i < structure.functions.size(); ++i)
      if (isNeeded[i])
        kept.push_back(std::move(structure.functions[i]));
    structure.functions = std::move(kept);
  }
};

} // namespace

void foldSmallFunctions(abi::Structure &structure, BitVector isOwnCopy) {
  Folder(structure, std::move(isOwnCopy)).fold();
}

} // namespace tactus
