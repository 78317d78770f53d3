//===- process.h - starting programs -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_PROCESS_H
#define TACTUS_DRIVER_PROCESS_H

#include <string>
#include <vector>

namespace tactus::driver {

/// Becomes the program: returns only if it cannot be started, with the reason in errno.
void executeProgram(const std::vector<std::string> &arguments);

/// What becomes of a program's standard output.
enum class Output { Shown, Discarded };

/// Runs the program and waits for it. Returns its exit status, 128 + N if signal N ended it, or -1 if it cannot be
/// started, with the reason in errno.
[[nodiscard]] int runProgram(const std::vector<std::string> &arguments, Output output = Output::Shown);

} // namespace tactus::driver

#endif // TACTUS_DRIVER_PROCESS_H
