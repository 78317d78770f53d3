//===- files.h - the analysis of files, as `tactus analyze` and the link ask for it ---===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// What tactus-clang needs of the analysis besides the parameters: nothing here knows a command line.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_ANALYZE_FILES_H
#define TACTUS_ANALYZE_FILES_H

#include "analyze/analysis.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace tactus::analyze {

/// Names in summaries are any bytes; JSON is UTF-8.
[[nodiscard]] std::string dumped(const nlohmann::ordered_json &document);

/// One line if the files cannot be read. Problems with summaries are warnings: what is left is still right.
[[nodiscard]] std::string analyseFiles(const std::vector<std::string> &files, Program &program, Analysis &analysis);

/// Analyses files and writes the JSON to `output`; problems go to stderr. Returns one line if that is not possible.
[[nodiscard]] std::string writeAnalysis(const std::vector<std::string> &files, const std::string &output);

/// What `tactus analyze --json` says of a program; null if that is nothing. Problems are in it, and not on stderr.
[[nodiscard]] nlohmann::ordered_json analyseProgram(const std::string &file);

} // namespace tactus::analyze

#endif // TACTUS_ANALYZE_FILES_H
