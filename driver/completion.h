//===- completion.h - what a shell may offer ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DRIVER_COMPLETION_H
#define TACTUS_DRIVER_COMPLETION_H

#include <string>
#include <vector>

namespace tactus::driver {

/// Prints what the last word may become, a line for each: the word, a tab, and what it means. `words` is the command
/// line up to there, with the command's name. Nothing is printed where only a file can stand. The shells' own files
/// (driver/completion) ask for it by `tactus complete -- WORD...`. Returns 0.
int runComplete(const std::vector<std::string> &words);

} // namespace tactus::driver

#endif // TACTUS_DRIVER_COMPLETION_H
