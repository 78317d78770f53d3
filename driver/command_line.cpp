//===- command_line.cpp - the options of the commands of `tactus` ---------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "command_line.h"
#include "usage_errors.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace tactus::driver {

/// The command whose --help says more: the one that was being read.
static std::string nameOf(const CLI::App &app) {
  std::string name = app.get_name();
  for (const CLI::App *command : app.get_subcommands())
    name += " " + nameOf(*command);
  return name;
}

std::optional<int> parseCommandLine(CLI::App &app, std::vector<std::string> arguments,
                                    const std::function<void()> &check) {
  try {
    std::ranges::reverse(arguments); // CLI11 takes them from the back
    app.parse(arguments);
    check();
  } catch (const CLI::Success &request) {
    return app.exit(request); // --help and --version
  } catch (const CLI::Error &error) {
    std::fprintf(stderr, "tactus: error: %s; see %s --help\n", describeUsageError(app, error).c_str(),
                 nameOf(app).c_str());
    return BadUsage;
  }
  return std::nullopt;
}

int finishOutput(int status) {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout))
    return status;
  std::fprintf(stderr, "tactus: error: cannot write to standard output: %s; send it to a place with room\n",
               std::strerror(errno));
  return Failed;
}

} // namespace tactus::driver
