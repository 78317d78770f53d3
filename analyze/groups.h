//===- groups.h - functions that call each other in a circle -------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ANALYZE_GROUPS_H
#define TACTUS_ANALYZE_GROUPS_H

#include <cstdint>
#include <vector>

namespace tactus::analyze {

using Graph = std::vector<std::vector<uint32_t>>;

/// The strongly connected components of a graph, by Tarjan's algorithm without recursion. Each vertex gets the number
/// of its group; what a group calls has smaller numbers.
struct Groups {
  std::vector<uint32_t> numbers;
  /// The group has an edge within itself.
  std::vector<bool> isRecursive;

  explicit Groups(const Graph &graph);
};

} // namespace tactus::analyze

#endif // TACTUS_ANALYZE_GROUPS_H
