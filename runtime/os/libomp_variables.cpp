//===- libomp_variables.cpp - values that libomp stops at ---------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/libomp_variables.h"

#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace tactus {

static bool isDigit(char letter) { return letter >= '0' && letter <= '9'; }

/// Moves `text` behind a whole number. False if there is none.
static bool skipNumber(const char *&text) {
  const char *begin = text;
  while (isDigit(*text))
    ++text;
  return text != begin;
}

bool hasHugeNumber(const char *text) {
  for (uint64_t number = 0; *text; ++text) {
    number = isDigit(*text) ? number * 10 + static_cast<uint64_t>(*text - '0') : 0;
    if (number > INT_MAX)
      return true;
  }
  return false;
}

/// A number, or two with a hyphen between, and then perhaps a colon and a stride.
static bool skipRange(const char *&text) {
  if (!skipNumber(text))
    return false;
  if (*text != '-')
    return true;
  if (!skipNumber(++text))
    return false;
  return *text != ':' || skipNumber(++text);
}

bool isListOfProcessors(const char *text) {
  if (hasHugeNumber(text))
    return false;
  constexpr const char *Between = " \t,";
  text += strspn(text, Between);
  while (*text) {
    if (!skipRange(text) || (*text && !strchr(Between, *text)))
      return false;
    text += strspn(text, Between);
  }
  return true;
}

namespace {
struct Variable {
  const char *name, *expected;
  bool (*stopsLibomp)(const char *text);
};
} // namespace

/// Libomp writes behind its table of processors for a place that is excluded from all.
static bool isNoListOfPlaces(const char *text) { return hasHugeNumber(text) || strchr(text, '!'); }

bool hasSettingsOfLibomp() {
  for (char **variable = environ; *variable; ++variable)
    if (!strncmp(*variable, "KMP_", strlen("KMP_")) || !strncmp(*variable, "OMP_ALLOCATOR=", strlen("OMP_ALLOCATOR=")))
      return true;
  return false;
}

void hideWhatStopsLibomp() {
  constexpr const char *Numbers = "numbers up to 2147483647";
  static_assert(INT_MAX == 2147483647);
  static const Variable variables[] = {
      {"OMP_PLACES", "places without '!', and numbers up to 2147483647", isNoListOfPlaces},
      {"OMP_PROC_BIND", Numbers, hasHugeNumber},
      {"KMP_AFFINITY", Numbers, hasHugeNumber},
      {"KMP_HIDDEN_HELPER_AFFINITY", Numbers, hasHugeNumber},
      {"KMP_BLOCKTIME", Numbers, hasHugeNumber},
      {"KMP_ALIGN_ALLOC", Numbers, hasHugeNumber},
      {"GOMP_CPU_AFFINITY", "numbers of processors and ranges of them",
       [](const char *text) { return !isListOfProcessors(text); }},
  };
  for (const Variable &variable : variables) {
    const char *text = getenv(variable.name);
    if (!text || !variable.stopsLibomp(text))
      continue;
    fprintf(stderr, "tactus: warning: %s=%s: expected %s; using the default\n", variable.name, text, variable.expected);
    unsetenv(variable.name);
  }
}

} // namespace tactus
