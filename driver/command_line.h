//===- command_line.h - the options of the commands of `tactus` -----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_COMMAND_LINE_H
#define TACTUS_DRIVER_COMMAND_LINE_H

#include "help.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tactus::driver {

/// The statuses of commands that could not do what they were asked; that were asked wrongly.
constexpr int Failed = 1, BadUsage = 2;

/// Reads the arguments, first one first. Empty if the command is to go on; else the status to exit with: help was asked
/// for and shown, or something was wrong and one line has said so. `check` may throw CLI::Error for what options alone
/// cannot say.
std::optional<int>
parseCommandLine(CLI::App &app, std::vector<std::string> arguments, const std::function<void()> &check = [] {});

/// What main() returns: `status`, or Failed with a line on standard error if not all of standard output could be
/// written.
[[nodiscard]] int finishOutput(int status);

} // namespace tactus::driver

#endif // TACTUS_DRIVER_COMMAND_LINE_H
