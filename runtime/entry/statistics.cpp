//===- statistics.cpp - TACTUS_STATS ----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "entry/statistics.h"
#include "maps/stack_maps.h"
#include "threads/beat.h"
#include "threads/beat_source.h"
#include "threads/thread.h"

#include "abi/loops.h"
#include "observe/places.h"
#include "os/clock.h"
#include "os/file_names.h"
#include "os/json.h"
#include "os/ranks.h"
#include "os/settings.h"
#include "os/whole_file.h"
#include "slots/pool.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace tactus {

using namespace abi;

namespace {
struct LoopNumbers {
  uint64_t promotions, tasks;
  int64_t weight;
  double iterationsPerPoll;
};
struct JsonList {
  FILE *file;
  const char *separator;
};
} // namespace

void sumCounters(Counters &sum) {
  // States of threads that have ended keep their counters when they are used again, so nothing is lost.
  forEachThread([&](ThreadState &thread) { sum.merge(thread.counters); });
}

static LoopNumbers numbersOf(uint64_t promotions, uint64_t tasks, int64_t weight, bool isInterrupted) {
  LoopNumbers numbers{promotions, tasks, weight, 1};
  auto iterations = static_cast<double>(weight);
  if (auto refill = static_cast<double>(refillCredit(beatTicks())); isInterrupted)
    numbers.iterationsPerPoll = iterations;
  else if (weight > 0 && refill > iterations)
    numbers.iterationsPerPoll = refill / iterations;
  return numbers;
}

static LoopNumbers numbersOf(const LoopDescriptor &loop) {
  return numbersOf(__atomic_load_n(&loop.promotions, __ATOMIC_RELAXED), __atomic_load_n(&loop.tasks, __ATOMIC_RELAXED),
                   __atomic_load_n(&loop.weight, __ATOMIC_RELAXED), loop.flags & InterruptedLoop);
}

static LoopNumbers numbersOf(const NotedPlace &noted) {
  return numbersOf(noted.promotions.load(std::memory_order_relaxed), noted.tasks.load(std::memory_order_relaxed),
                   noted.weight.load(std::memory_order_relaxed), noted.isInterrupted.load(std::memory_order_relaxed));
}

/// The header's places have signatures: of "long (anonymous namespace)::fib(long)" this is "fib".
static std::string_view nameIn(std::string_view signature) {
  constexpr std::string_view Anonymous = "(anonymous namespace)::";
  if (size_t last = signature.rfind(Anonymous); last != signature.npos)
    signature.remove_prefix(last + Anonymous.size());
  signature.remove_suffix(signature.size() - std::min(signature.find('('), signature.size()));
  signature.remove_prefix(signature.rfind(' ') + 1);
  return signature;
}

namespace {

/// Rows for the places of loops or forks, in a window of 80 columns. Without rows there is no heading either.
class PlaceTable {
  static constexpr int PlaceWidth = 26, FunctionWidth = 14;
  FILE *file;
  const char *kind, *perPoll;
  bool isBegun = false;

public:
  PlaceTable(FILE *output, const char *what, const char *each) : file(output), kind(what), perPoll(each) {}

  /// A place that is too long for its column has a line of its own. The function's end is cut off: the JSON has it.
  void writeRow(const SourcePlace &place, const LoopNumbers &numbers) {
    if (!isBegun)
      fprintf(file, "  %-*s %10s %8s %15s  %s\n", PlaceWidth, kind, "promotions", "tasks", perPoll, "function");
    isBegun = true;
    char name[512];
    int length = snprintf(name, sizeof name, place.line ? "%s:%u" : "%s", place.file && *place.file ? place.file : "?",
                          place.line);
    if (length > PlaceWidth)
      fprintf(file, "  %s\n", name);
    std::string_view function = nameIn(place.function ? place.function : "");
    bool isCut = function.size() > FunctionWidth;
    fprintf(file, "  %-*s %10llu %8llu %15.0f  %.*s%s\n", PlaceWidth, length > PlaceWidth ? "" : name,
            static_cast<unsigned long long>(numbers.promotions), static_cast<unsigned long long>(numbers.tasks),
            numbers.iterationsPerPoll, static_cast<int>(isCut ? FunctionWidth - 3 : function.size()), function.data(),
            isCut ? "..." : "");
  }

  /// Rows of what no module registers.
  void writeNotedRows(bool forks) {
    for (const NotedPlace *noted = notedPlaces(); noted; noted = noted->next)
      if (noted->isFork == forks)
        writeRow(noted->place, numbersOf(*noted));
  }
};

} // namespace

static void writeLoopRow(const LoopDescriptor &loop, void *context) {
  static_cast<PlaceTable *>(context)->writeRow(*SourcePlace::of(&loop), numbersOf(loop));
}

/// What has not happened is left out; that nothing was promoted is worth a line.
static void writeCounter(FILE *file, const char *heading, uint64_t value, bool isShown) {
  if (value || isShown)
    fprintf(file, "  %-28s %12llu\n", heading, static_cast<unsigned long long>(value));
}

/// What each of so many beats has taken of so many ticks, in the mean.
static double microsecondsEach(const Counter &ticks, const Counter &beats) {
  return beats.get() ? clock::microsecondsFromTicks(ticks.get()) / static_cast<double>(beats.get()) : 0;
}

void writeStatisticsTable(FILE *file) {
  Counters sum;
  sumCounters(sum);
  char ofRank[64] = "";
  if (Rank rank = rankOfProcess(); rank.count > 1)
    snprintf(ofRank, sizeof ofRank, "rank %llu of %llu, ", static_cast<unsigned long long>(rank.number),
             static_cast<unsigned long long>(rank.count));
  fprintf(file, "tactus: %s%u worker%s, %llu us heartbeat%s%s\n", ofRank, slotCount(), slotCount() == 1 ? "" : "s",
          static_cast<unsigned long long>(settings.heartbeatMicroseconds), hasBeatSignals() ? " by " : "",
          hasBeatSignals() ? beatSourceName() : "");
#define TACTUS_ROW(name, heading) writeCounter(file, heading, sum.name.get(), &sum.name == &sum.promotions);
  TACTUS_COUNTERS(TACTUS_ROW)
#undef TACTUS_ROW
  fprintf(file, "  %-28s %12s us\n", "longest time between polls",
          Decimal(clock::microsecondsFromTicks(sum.longestPollGap.get()), 1).text());
  if (hasBeatSignals())
    fprintf(file, "  %-28s %12s us until delivered, then %s us until taken\n", "beats, in the mean",
            Decimal(microsecondsEach(sum.deliveryTicks, sum.beatsDelivered), 1).text(),
            Decimal(microsecondsEach(sum.takingTicks, sum.beatsTaken), 1).text());
  fprintf(file, "  %-28s", "promotions by level");
  for (const Counter &level : sum.promotionsAtLevel)
    fprintf(file, " %llu", static_cast<unsigned long long>(level.get()));
  fprintf(file, "\n");
  PlaceTable loops(file, "loop", "iterations/poll"), forks(file, "fork", "forks/poll");
  forEachLoop(writeLoopRow, &loops);
  loops.writeNotedRows(/*forks=*/false);
  forks.writeNotedRows(/*forks=*/true);
}

static void writeJsonPlace(JsonList &list, const SourcePlace &loop, const LoopNumbers &numbers) {
  fprintf(list.file, "%s\n    {\"file\": ", list.separator);
  list.separator = ",";
  writeJsonString(list.file, loop.file);
  fprintf(list.file, ", \"function\": ");
  writeJsonString(list.file, loop.function);
  fprintf(list.file,
          ", \"line\": %u, \"column\": %u, \"promotions\": %llu, \"tasks\": %llu, \"weight\": %lld, "
          "\"iterationsPerPoll\": %s}",
          loop.line, loop.column, static_cast<unsigned long long>(numbers.promotions),
          static_cast<unsigned long long>(numbers.tasks), static_cast<long long>(numbers.weight),
          Decimal(numbers.iterationsPerPoll, 1).text());
}

static void writeJsonLoop(const LoopDescriptor &loop, void *context) {
  writeJsonPlace(*static_cast<JsonList *>(context), *SourcePlace::of(&loop), numbersOf(loop));
}

static void writeNotedJson(JsonList &list, bool forks) {
  for (const NotedPlace *noted = notedPlaces(); noted; noted = noted->next)
    if (noted->isFork == forks)
      writeJsonPlace(list, noted->place, numbersOf(*noted));
}

void writeStatisticsJson(FILE *file) {
  Counters sum;
  sumCounters(sum);
  Rank rank = rankOfProcess();
  fprintf(file, "{\n  \"rank\": %llu,\n  \"ranks\": %llu,\n", static_cast<unsigned long long>(rank.number),
          static_cast<unsigned long long>(rank.count));
  fprintf(file, "  \"workers\": %u,\n  \"heartbeatMicroseconds\": %llu,\n  \"beat\": \"%s\",\n  \"counters\": {",
          slotCount(), static_cast<unsigned long long>(settings.heartbeatMicroseconds), beatSourceName());
  const char *separator = "";
#define TACTUS_PAIR(name, heading)                                                                                     \
  fprintf(file, "%s\n    \"" #name "\": %llu", separator, static_cast<unsigned long long>(sum.name.get()));            \
  separator = ",";
  TACTUS_COUNTERS(TACTUS_PAIR)
#undef TACTUS_PAIR
  fprintf(file,
          "%s\n    \"longestPollGapMicroseconds\": %s,\n    \"deliveryMicroseconds\": %s,\n    "
          "\"takingMicroseconds\": %s\n  },\n  \"promotionsByLevel\": [",
          separator, Decimal(clock::microsecondsFromTicks(sum.longestPollGap.get()), 1).text(),
          Decimal(microsecondsEach(sum.deliveryTicks, sum.beatsDelivered), 1).text(),
          Decimal(microsecondsEach(sum.takingTicks, sum.beatsTaken), 1).text());
  separator = "";
  for (const Counter &level : sum.promotionsAtLevel) {
    fprintf(file, "%s%llu", separator, static_cast<unsigned long long>(level.get()));
    separator = ", ";
  }
  fprintf(file, "],\n  \"loops\": [");
  JsonList list{file, ""};
  forEachLoop(writeJsonLoop, &list);
  writeNotedJson(list, /*forks=*/false);
  fprintf(file, "\n  ],\n  \"forks\": [");
  list.separator = "";
  writeNotedJson(list, /*forks=*/true);
  fprintf(file, "\n  ]\n}\n");
}

void reportStatistics() {
  if (!settings.statistics)
    return;
  if (!strcmp(settings.statistics, "1")) {
    writeStatisticsTable(stderr);
    return;
  }
  const FileName name(settings.statistics);
  WholeFile whole;
  FILE *file = whole.open(name);
  if (!file) {
    fprintf(stderr, "tactus: error: TACTUS_STATS: cannot write %s: %s; choose a file in a writable folder\n",
            static_cast<const char *>(name), strerror(errno));
    return;
  }
  writeStatisticsJson(file);
  if (!whole.close())
    fprintf(stderr, "tactus: error: TACTUS_STATS: cannot write %s: %s; make room on the disk\n",
            static_cast<const char *>(name), strerror(errno));
}

} // namespace tactus
