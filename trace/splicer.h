//===- splicer.h - tasks back to where they were promoted -----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A strand's graph holds the loops and forks that it was in, and in them what it did itself. What tasks have done is
// put where it belongs: the iterations of a loop's task become blocks of the loop, and a fork's task is its second
// branch. All work of a strand stays in the graph, also what was recorded before it was first seen in its loop.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_SPLICER_H
#define TACTUS_TRACE_SPLICER_H

#include "graph.h"

namespace tactus::trace {

/// Which tasks a node has got.
struct Promoted {
  int node;
  std::vector<PromotedTask> tasks;
};

/// `roots` are the series of the recording's strands.
void spliceTasks(Graph &graph, const Recording &recording, const std::vector<int> &roots,
                 std::vector<Promoted> promotions);

} // namespace tactus::trace

#endif // TACTUS_TRACE_SPLICER_H
