//===- main.h - a program of Parallel ML begins and ends -----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_PML_RUNTIME_MAIN_H
#define TACTUS_PML_RUNTIME_MAIN_H

#include "pml/runtime/interface.h"

#include <cstddef>

namespace tactus::pml {

struct CommandLine {
  int count;
  char **words;
};
extern CommandLine commandLine;

/// Behind the end of a thread's stack, which a program may reach.
inline constexpr size_t StackGuard = 64 << 10, HandlerStackBytes = 64 << 10;
/// An overflow of the calling thread's stack, which has so many bytes, ends the program with a message. Who handles
/// that has another stack.
void watchStack(void *handlerStack, size_t bytes);

/// Flushes all output, says statistics if they are wanted, and ends the process.
[[noreturn]] void endProcess(int status);
/// The calling thread's exception is handled by nobody.
[[noreturn]] void endWithException();
/// Signals that end a program by default end it with its output written.
void watchSignals();
/// The signal does again what it does in a program that says nothing of it.
void watchSignal(int signal);

} // namespace tactus::pml

#endif // TACTUS_PML_RUNTIME_MAIN_H
