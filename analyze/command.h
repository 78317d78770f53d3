//===- command.h - `tactus analyze` ---------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ANALYZE_COMMAND_H
#define TACTUS_ANALYZE_COMMAND_H

#include <string>
#include <vector>

namespace tactus::analyze {

/// `tactus analyze`: the arguments after that word. Returns the exit status: 0 done, 1 failed, 2 bad usage.
int runAnalyze(std::vector<std::string> arguments);

} // namespace tactus::analyze

#endif // TACTUS_ANALYZE_COMMAND_H
