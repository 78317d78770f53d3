//===- Reasons.h - why a construct is left as it is ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_MODEL_REASONS_H
#define TACTUS_COMPILER_MODEL_REASONS_H

namespace tactus {

enum class Reason {
#define TACTUS_REASON(NAME, TEXT) NAME,
#include "model/Reasons.def"
};

/// The text for a reason, as it stands in remarks and reports.
const char *reasonText(Reason reason);

} // namespace tactus

#endif // TACTUS_COMPILER_MODEL_REASONS_H
