//===- usage_errors.h - what is wrong with a command line, in our words ---------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_USAGE_ERRORS_H
#define TACTUS_DRIVER_USAGE_ERRORS_H

#include <CLI/CLI.hpp>
#include <string>

namespace tactus::driver {

/// "'repotr' is no command, did you mean 'report'?", among the commands of `app`.
std::string describeUnknownCommand(const CLI::App &app, const std::string &name);

/// What CLI11 has thrown while `app` parsed, as the text after "tactus: error: ".
std::string describeUsageError(const CLI::App &app, const CLI::Error &error);

} // namespace tactus::driver

#endif // TACTUS_DRIVER_USAGE_ERRORS_H
