//===- inputs.h - the files that an analysis is of -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ANALYZE_INPUTS_H
#define TACTUS_ANALYZE_INPUTS_H

#include "analyze/program.h"

#include <string>
#include <vector>

namespace tactus::analyze {

/// Reads the summaries and frames of objects, archives, programs and the shared objects that programs need, as far as
/// these have any. Returns one line if a file that was named cannot be read; what is wrong in others is in the
/// program's problems.
[[nodiscard]] std::string readInputs(const std::vector<std::string> &files, Program &program);

} // namespace tactus::analyze

#endif // TACTUS_ANALYZE_INPUTS_H
