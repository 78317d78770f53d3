//===- setting_names.cpp - misspelt names of settings ---------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/setting_names.h"

#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace tactus {

/// What the driver, tests and benchmarks read. They are not offered in the place of a misspelt name.
static const char *const namesOfOthers[] = {"TACTUS_CLANG", "TACTUS_FULL_CONFORMANCE", "TACTUS_MODEL_SEEDS",
                                            "TACTUS_MPICXX"};
static const char *const prefixesOfOthers[] = {"TACTUS_HEAP_MB", "TACTUS_MPI_",  "TACTUS_PML_",
                                               "TACTUS_SPLICE",  "TACTUS_TEST_", "TACTUS_TPAL_FUZZ"};

static constexpr unsigned LongestName = 64;
/// A name that differs in more is another word.
static constexpr unsigned FarthestName = 3;

unsigned editDistance(const char *left, const char *right) {
  size_t width = strlen(right);
  if (width > LongestName)
    return ~0U;
  unsigned row[LongestName + 1];
  for (unsigned column = 0; column <= width; ++column)
    row[column] = column;
  for (unsigned line = 1; left[line - 1]; ++line) {
    unsigned diagonal = row[0];
    row[0] = line;
    for (unsigned column = 1; column <= width; ++column) {
      unsigned changed = diagonal + (left[line - 1] != right[column - 1]);
      unsigned shorter = (row[column] < row[column - 1] ? row[column] : row[column - 1]) + 1;
      diagonal = row[column];
      row[column] = changed < shorter ? changed : shorter;
    }
  }
  return row[width];
}

static bool isOfOthers(const char *name) {
  for (const char *other : namesOfOthers)
    if (!strcmp(name, other))
      return true;
  for (const char *prefix : prefixesOfOthers)
    if (!strncmp(name, prefix, strlen(prefix)))
      return true;
  return false;
}

static void complainOf(const char *name, const char *const *known) {
  const char *nearest = nullptr;
  unsigned distance = FarthestName + 1;
  for (const char *const *candidate = known; *candidate; ++candidate)
    if (unsigned changes = editDistance(name, *candidate); changes < distance) {
      distance = changes;
      nearest = *candidate;
    }
  if (distance == 0 || isOfOthers(name))
    return;
  if (nearest)
    fprintf(stderr, "tactus: warning: %s is no setting of Tactus; did you mean %s?\n", name, nearest);
  else
    fprintf(stderr, "tactus: warning: %s is no setting of Tactus; 'tactus env' lists them\n", name);
}

void complainOfUnknownNames(const char *const *known) {
  static constexpr char Prefix[] = "TACTUS_";
  for (char **entry = environ; entry && *entry; ++entry) {
    if (strncmp(*entry, Prefix, sizeof Prefix - 1) != 0)
      continue;
    char name[LongestName + 1];
    size_t length = strcspn(*entry, "=");
    // A name this long is nobody's; it is shown as far as there is room.
    snprintf(name, sizeof name, "%.*s", static_cast<int>(length < LongestName ? length : LongestName), *entry);
    complainOf(name, known);
  }
}

} // namespace tactus
