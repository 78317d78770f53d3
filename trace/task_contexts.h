//===- task_contexts.h - what was analysed of tasks, beside what was measured ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// `tactus analyze` knows functions that create tasks, a trace knows the places at which that happens. A place is part
// of the function of its file that has its name, else of the one whose first such place is the last above it: a lambda
// counts for the function that it is written in.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_TASK_CONTEXTS_H
#define TACTUS_TRACE_TASK_CONTEXTS_H

#include "summary.h"

#include <nlohmann/json.hpp>

namespace tactus::trace {

/// The JSON of an analysis (analyze/analysis.h) in which each context has also what the run has shown of it, as
/// "measured". Contexts of which nothing was seen have zeros there.
[[nodiscard]] nlohmann::ordered_json addMeasured(nlohmann::ordered_json analysis, const Recording &recording,
                                                 const Summary &summary);

} // namespace tactus::trace

#endif // TACTUS_TRACE_TASK_CONTEXTS_H
