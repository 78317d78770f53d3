//===- Remarks.h - tell the user what became of each loop ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_REMARKS_H
#define TACTUS_COMPILER_REMARKS_H

#include "raise/ParallelLoop.h"
#include <memory>

namespace tactus {

/// Emits an optimisation remark for the loop, shown with -Rpass=tactus or -Rpass-missed=tactus, and, with
/// -tactus-report=FILE, appends a line of JSON to the file. Must be called before the loop's fork is replaced.
void reportLoop(const ParallelLoop &loop);

} // namespace tactus

#endif // TACTUS_COMPILER_REMARKS_H
