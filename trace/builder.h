//===- builder.h - from a recording to its graph --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_BUILDER_H
#define TACTUS_TRACE_BUILDER_H

#include "graph.h"

namespace tactus::trace {

/// Puts the graph of a run together from what its threads noted at beats, promotions and joins.
[[nodiscard]] Graph buildGraph(const Recording &recording);

} // namespace tactus::trace

#endif // TACTUS_TRACE_BUILDER_H
