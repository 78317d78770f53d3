//===- LoopMessages.h - clang's messages about cilk_for ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Clang calls a loop that is no cilk_for, or is left where none may be left, a wrong OpenMP loop, which says nothing to
// the author of a program without OpenMP:
//
//   cannot return from OpenMP region                          cannot return from cilk_for
//   condition of OpenMP for loop must be a relational ...     condition of cilk_for must be a relational ...
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_COMPILER_CILK_LOOPMESSAGES_H
#define TACTUS_COMPILER_CILK_LOOPMESSAGES_H

#include "clang/Basic/Diagnostic.h"

namespace tactus {

/// From here on, messages about OpenMP's loops speak of cilk_for.
void speakOfCilkFor(clang::DiagnosticsEngine &diagnostics);

} // namespace tactus

#endif // TACTUS_COMPILER_CILK_LOOPMESSAGES_H
