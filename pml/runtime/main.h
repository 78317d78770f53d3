//===- main.h - a program of Parallel ML begins and ends -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_MAIN_H
#define TACTUS_PML_RUNTIME_MAIN_H

#include "pml/runtime/interface.h"

namespace tactus::pml {

struct CommandLine {
  int count;
  char **words;
};
extern CommandLine commandLine;

/// Flushes all output, says statistics if they are wanted, and ends the process.
[[noreturn]] void endProcess(int status);

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_MAIN_H
