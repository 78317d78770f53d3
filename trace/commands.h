//===- commands.h - the parts of the tactus command that read traces ------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_TRACE_COMMANDS_H
#define TACTUS_TRACE_COMMANDS_H

#include <string>
#include <vector>

namespace tactus::trace {

/// `tactus simulate`: the arguments after that word. Returns the exit status: 0 done, 1 failed, 2 bad usage.
int runSimulate(std::vector<std::string> arguments);

/// `tactus report`: the same, with the program and its own arguments at the end.
int runReport(std::vector<std::string> arguments);

/// `tactus top`: the arguments after that word.
int runTop(std::vector<std::string> arguments);

/// `tactus advise`: the same as for `tactus report`.
int runAdvise(std::vector<std::string> arguments);

} // namespace tactus::trace

#endif // TACTUS_TRACE_COMMANDS_H
