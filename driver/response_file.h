//===- response_file.h - arguments that are kept in files ----------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Build systems put long command lines into a file and pass "@file". clang expands such files by itself; the driver has
// to look inside as well, because a flag that decides what it adds (-fopenmp, -c, -shared, …) may stand there.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_RESPONSE_FILE_H
#define TACTUS_DRIVER_RESPONSE_FILE_H

#include <string>
#include <string_view>
#include <vector>

namespace tactus::driver {

/// Splits text into arguments by the rules of GNU response files: white space separates, single and double quotes
/// group, a backslash takes the next character as it is.
[[nodiscard]] std::vector<std::string> splitResponseText(std::string_view text);

/// Replaces every "@file" by the arguments in that file, recursively. Like clang, takes "@file" itself as the argument
/// if the file cannot be read.
[[nodiscard]] std::vector<std::string> expandResponseFiles(const std::vector<std::string> &arguments);

} // namespace tactus::driver

#endif // TACTUS_DRIVER_RESPONSE_FILE_H
