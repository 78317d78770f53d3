//===- event_log.cpp - TACTUS_SPLICE_EVENTS -------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "event_log.h"

#include "abi/files.h"

#include <cerrno>
#include <cinttypes>
#include <climits>
#include <cstdio>
#include <cstring>

namespace tactus::splice {

static FILE *openLog() {
  const char *pattern = settings().events;
  if (!pattern)
    return nullptr;
  char name[PATH_MAX];
  tactus_expand_file_name(pattern, name, sizeof name);
  FILE *file = fopen(name, "w");
  if (!file)
    fprintf(stderr, "tactus: error: TACTUS_SPLICE_EVENTS: cannot write %s: %s; choose a file in a writable folder\n",
            name, strerror(errno));
  return file;
}

static FILE *log() {
  static FILE *file = openLog();
  return file;
}

bool loggingEvents = false;

void openEventLog() {
  static const bool opened = (loggingEvents = log() != nullptr);
  (void)opened;
}

static void writeSet(FILE *file, char letter, const region_set &set) {
  fprintf(file, " %c:", letter);
  for (unsigned index = 0; index < set.size(); ++index)
    fprintf(file, "%s%" PRIuPTR "-%" PRIuPTR, index ? "," : "", set[index].addresses().first,
            set[index].addresses().last);
}

void writeEvent(const char *name, const Thread &thread, uint64_t number, const effects *first, const effects *second) {
  FILE *file = log();
  // One line is one write, whoever else writes.
  flockfile(file);
  fprintf(file, "%s %u %u %" PRIu64, name, thread.group->identifier, thread.number, number);
  for (const effects *what : {first, second})
    if (what) {
      writeSet(file, 'r', what->read);
      writeSet(file, 'w', what->written);
    }
  fputc('\n', file);
  funlockfile(file);
}

} // namespace tactus::splice
