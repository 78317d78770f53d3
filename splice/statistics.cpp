//===- statistics.cpp - TACTUS_STATS --------------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A table on stderr, or for TACTUS_STATS=FILE.json the file FILE.splice.json: FILE.json is libtactus' own.
//
//===----------------------------------------------------------------------===//
#include "statistics.h"

#include "runtime/os/whole_file.h"
#include "settings.h"
#include "tuning.h"

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

namespace tactus::splice {

static std::mutex mutex;
static Counters sum;

static void writeTable(FILE *file, const Counters &counters) {
  fprintf(file, "tactus: splicing\n");
#define TACTUS_SPLICE_ROW(name, heading) fprintf(file, "  %-32s %12" PRIu64 "\n", heading, counters.name);
  TACTUS_SPLICE_COUNTERS(TACTUS_SPLICE_ROW)
#undef TACTUS_SPLICE_ROW
  fprintf(file, "  %-32s %12" PRIu64 "\n", "most extra bytes", counters.extraBytes);
  writeSiteTable(file);
}

static void writeJson(FILE *file, const Counters &counters) {
  fprintf(file, "{\n  \"counters\": {");
#define TACTUS_SPLICE_PAIR(name, heading) fprintf(file, "\n    \"" #name "\": %" PRIu64 ",", counters.name);
  TACTUS_SPLICE_COUNTERS(TACTUS_SPLICE_PAIR)
#undef TACTUS_SPLICE_PAIR
  fprintf(file, "\n    \"extraBytes\": %" PRIu64 "\n  },\n  \"sites\": [", counters.extraBytes);
  writeSiteJson(file);
  fprintf(file, "\n  ]\n}\n");
}

static void report() {
  Counters counters = countersSoFar();
  const char *target = settings().statistics;
  if (!strcmp(target, "1"))
    return writeTable(stderr, counters);
  std::string name = target;
  if (name.ends_with(".json"))
    name.insert(name.size() - 5, ".splice");
  else
    name += ".splice";
  WholeFile whole;
  FILE *file = whole.open(name.c_str());
  if (file)
    writeJson(file, counters);
  if (!file || !whole.close())
    fprintf(stderr, "tactus: error: TACTUS_STATS: cannot write %s: %s; choose a file in a writable folder\n",
            name.c_str(), strerror(errno));
}

void addToStatistics(const Counters &counters) {
  std::lock_guard lock(mutex);
  static const bool registered = settings().statistics && atexit(report) == 0;
  (void)registered;
#define TACTUS_SPLICE_ADD(name, heading) sum.name += counters.name;
  TACTUS_SPLICE_COUNTERS(TACTUS_SPLICE_ADD)
#undef TACTUS_SPLICE_ADD
  sum.extraBytes = std::max(sum.extraBytes, counters.extraBytes);
}

Counters countersSoFar() {
  std::lock_guard lock(mutex);
  return sum;
}

} // namespace tactus::splice
