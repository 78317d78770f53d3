//===- command.h - `tactus analyze`, and the analysis at the link --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ANALYZE_COMMAND_H
#define TACTUS_ANALYZE_COMMAND_H

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace tactus::analyze {

/// `tactus analyze`: the arguments after that word. Returns the exit status: 0 done, 1 failed, 2 bad usage.
int runAnalyze(std::vector<std::string> arguments);

/// Analyses files and writes the JSON to `output`; problems go to stderr. Returns one line if that is not possible.
[[nodiscard]] std::string writeAnalysis(const std::vector<std::string> &files, const std::string &output);

/// What `tactus analyze --json` says of a program; null if that is nothing. Problems are in it, and not on stderr.
[[nodiscard]] nlohmann::ordered_json analyseProgram(const std::string &file);

} // namespace tactus::analyze

#endif // TACTUS_ANALYZE_COMMAND_H
