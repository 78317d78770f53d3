//===- command.h - the clang command line that Tactus runs ---------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What the driver adds, and where:
//
//   clang-N [--driver-mode=g++]  COMPILE FLAGS  user's arguments…  LINK FLAGS
//                                 └ first, so that the user's own flags of the same name win
//                                                                   └ last, so that the user's objects come
//                                                                     before -ltactus; clang puts -lomp and the C
//                                                                     library after them
//
// flang's command is the same, with fewer flags: it knows neither headers nor forks.
//
// Clang warns about flags that no step of a command uses (such as a plugin for an assembly file). Ours stand between
// --start-no-unused-arguments and --end-no-unused-arguments, which leaves the warnings about the user's own as they
// are.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_COMMAND_H
#define TACTUS_DRIVER_COMMAND_H

#include "installation.h"
#include "options.h"

#include <string>
#include <vector>

namespace tactus::driver {

struct Command {
  /// The program and its arguments.
  std::vector<std::string> arguments;
  /// The plugin is loaded, so a report has something to report.
  bool converts = false;
  /// What cannot be done, as the text after "tactus: error: "; empty if all is well.
  std::string error;
  /// What the user should know although it works, as the text after "tactus: warning: "; often empty.
  std::string warning;
};

/// The command that does what `options` ask for with the Tactus in `installation`; by clang, clang++ or
/// flang.
[[nodiscard]] Command buildCommand(const Options &options, const Installation &installation);

} // namespace tactus::driver

#endif // TACTUS_DRIVER_COMMAND_H
