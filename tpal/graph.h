//===- graph.h - the task tree as a picture ---------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One bar for each task, in the order of the tree. Time runs to the right and is counted in
// instructions along the longest chain, so the picture shows the computation and not the
// schedule: its width is the span. A solid line leads from a fork to the child, a dashed
// line from the child's last join back to its parent.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TPAL_GRAPH_H
#define TACTUS_TPAL_GRAPH_H

#include "machine.h"

namespace tactus::tpal {

[[nodiscard]] std::string drawTaskTree(const Machine &machine);

} // namespace tactus::tpal

#endif
