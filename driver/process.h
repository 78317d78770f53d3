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

/// Becomes the program: returns only if it cannot be started, with the reason in errno. Unlike a shell, it does not
/// take a file without a header for a script.
void executeProgram(const std::vector<std::string> &arguments);

/// The file that running `program` starts: itself if the name has a slash, else the first of that name in PATH. Empty
/// if there is none.
[[nodiscard]] std::string findProgramFile(const std::string &program);

/// Why a program could not be started, and what to do: "cannot run 'x': …; …".
[[nodiscard]] std::string describeFailure(const std::string &program, int problem);

/// What becomes of a program's standard output.
enum class Output { Shown, Discarded };

/// Whom Ctrl-C, SIGTERM and SIGHUP end: this process, or the program only, so that something can still be said about
/// it.
enum class Interrupt { EndsBoth, EndsProgram };

/// Runs the program and waits for it. Returns its exit status, 128 + N if signal N ended it, or -1 if it cannot be
/// started, with the reason in errno.
[[nodiscard]] int runProgram(const std::vector<std::string> &arguments, Output output = Output::Shown,
                             Interrupt interrupt = Interrupt::EndsBoth);

struct CapturedRun {
  int status; // as runProgram() returns it
  std::string output;
};

/// Runs the program, and returns what it wrote to its standard output and error, in one text. If it cannot be started,
/// the reason is in errno.
[[nodiscard]] CapturedRun captureProgram(const std::vector<std::string> &arguments);

} // namespace tactus::driver

#endif // TACTUS_DRIVER_PROCESS_H
