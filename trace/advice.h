//===- advice.h - what limits a program, in words -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_ADVICE_H
#define TACTUS_TRACE_ADVICE_H

#include "constructs.h"
#include "lines.h"
#include "simulator.h"
#include "summary.h"

#include <string>
#include <vector>

namespace tactus::trace {

/// What has been made of a recording.
struct Findings {
  const Summary &summary;
  const TimeByLine &lines;
  const Costs &costs;
};

/// Sentences for the user, the most important first; each says what was seen and what can be done. At least one.
[[nodiscard]] std::vector<std::string> advise(const Recording &recording, const Findings &findings,
                                              const std::vector<Construct> &constructs);

} // namespace tactus::trace

#endif // TACTUS_TRACE_ADVICE_H
