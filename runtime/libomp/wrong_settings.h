//===- wrong_settings.h - what is said of settings that are wrong ----------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
//
// In the words of LLVM's libomp, which scripts and people know, and with its numbers of messages. Behind them stands
// what was expected. KMP_WARNINGS=false leaves out all of it, as with libomp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_RUNTIME_LIBOMP_WRONG_SETTINGS_H
#define TACTUS_RUNTIME_LIBOMP_WRONG_SETTINGS_H

#include <cstddef>
#include <cstdio>

namespace tactus::libomp {

/// Numbers of libomp's messages.
enum class Message : int { NoBoolean = 20, Invalid = 42, NoNumber = 80, NoSubset = 247, Syntax = 250 };

bool areWarningsWanted();

/// One line: `OMP: Warning #NUMBER: `, and what printf() makes of the rest.
template <size_t Length, typename... Arguments>
void warn(Message number, const char (&format)[Length], Arguments... arguments) {
  if (!areWarningsWanted())
    return;
  fprintf(stderr, "OMP: Warning #%d: ", static_cast<int>(number));
  fprintf(stderr, static_cast<const char *>(format), arguments...);
  fprintf(stderr, "\n");
}

/// The value of a setting that holds a whole number; else `otherwise`.
int numberOf(const char *name, int otherwise);
/// A predefined allocator's number.
unsigned long allocatorOf(const char *text);
const char *nameOfAllocator(unsigned long number);
/// 0 disabled, 1 default, 2 mandatory.
int offloadOf(const char *text);
/// Is the text this word, in letters of either case?
bool isWord(const char *text, const char *word);

/// Says of each setting that has a wrong value what is wrong with it. Places and bindings are said when they are read.
void checkSettings();

} // namespace tactus::libomp

#endif // TACTUS_RUNTIME_LIBOMP_WRONG_SETTINGS_H
