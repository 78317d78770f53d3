//===- changes.h - why a line's construct is not latent, and what to change -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// The reasons are the compiler's, from the report that the program carries; what to change is what the tables of
// docs/remarks.md say of them. CMake puts these into the command, so neither is written twice.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_CHANGES_H
#define TACTUS_TRACE_CHANGES_H

#include "constructs.h"
#include "lines.h"

#include <string>
#include <vector>

namespace tactus::trace {

/// The reason there for what libomp has run although the compiler has found that it need not.
inline constexpr const char *LeftByTheRun = "the run left it to libomp";

struct Change {
  std::string reason;
  /// Empty if that page does not know the reason.
  std::string change;
};

/// Of a latent construct, and where the program carries no report, none.
[[nodiscard]] std::vector<Change> changesFor(const LineTime &line, const std::vector<Construct> &constructs);

} // namespace tactus::trace

#endif // TACTUS_TRACE_CHANGES_H
