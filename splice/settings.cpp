//===- settings.cpp - what the environment says about splicing ------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "settings.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace tactus::splice {

/// A whole number of the environment, or `otherwise`.
static unsigned long numberFrom(const char *name, const char *expected, unsigned long least, unsigned long most,
                                unsigned long otherwise) {
  const char *text = secure_getenv(name);
  if (!text || !*text)
    return otherwise;
  char *end = nullptr;
  unsigned long value = strtoul(text, &end, 10);
  if (text[0] >= '0' && text[0] <= '9' && !*end && value >= least && value <= most)
    return value;
  fprintf(stderr, "tactus: warning: %s=%s: expected %s; using the default\n", name, text, expected);
  return otherwise;
}

static const char *fileFrom(const char *name) {
  const char *text = secure_getenv(name);
  return text && *text && strcmp(text, "0") != 0 ? text : nullptr;
}

static Settings readSettings() {
  Settings result;
  result.count = static_cast<unsigned>(
      numberFrom("TACTUS_SPLICE", "a whole number of calls from 0 (the program's) to 64", 0, MaximalThreads, 0));
  result.stackKilobytes = numberFrom("TACTUS_SPLICE_STACK_KB", "a whole number of kibibytes from 4 to 1048576", 4,
                                     1048576, result.stackKilobytes);
  result.spaceKilobytes = numberFrom("TACTUS_SPLICE_SPACE_KB", "a whole number of kibibytes from 0 to 1048576", 0,
                                     1048576, result.spaceKilobytes);
  result.check = numberFrom("TACTUS_SPLICE_CHECK", "0 or 1", 0, 1, 0) != 0;
  result.keepsToNodes = numberFrom("TACTUS_SPLICE_NUMA", "0 or 1", 0, 1, 0) != 0;
  result.events = fileFrom("TACTUS_SPLICE_EVENTS");
  result.statistics = fileFrom("TACTUS_STATS");
  return result;
}

const Settings &settings() {
  static const Settings read = readSettings();
  return read;
}

} // namespace tactus::splice
