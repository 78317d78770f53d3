//===- settings.cpp - the environment variables ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/settings.h"
#include "os/exported.h"
#include "os/file_names.h"
#include "os/libomp_variables.h"
#include "os/processors.h"
#include "os/setting_names.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <unistd.h>

namespace tactus {

constinit Settings settings;

const char *const beatSourceNames[5] = {"poll", "ping", "timer", "perf", "kernel"};

/// Of OpenMP's threads, a bound that no machine comes near to.
static constexpr unsigned long LargestTeam = (1ul << 19) - 1;

static bool isFreeSignal(uint64_t signal) {
  static constexpr uint64_t Taken[] = {SIGKILL, SIGSTOP, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
  // The C library keeps those between the ordinary ones and SIGRTMIN for itself.
  bool isOfLibrary = signal > SIGSYS && signal < static_cast<uint64_t>(SIGRTMIN);
  return !isOfLibrary && std::find(std::begin(Taken), std::end(Taken), signal) == std::end(Taken);
}

/// Digits only: no sign, no space, nothing behind.
static bool parseNumber(const char *text, uint64_t low, uint64_t high, uint64_t &number,
                        bool (*isAllowed)(uint64_t) = nullptr) {
  if (!*text)
    return false;
  uint64_t value = 0;
  for (; *text; ++text) {
    unsigned digit = static_cast<unsigned>(*text) - '0';
    if (digit > 9 || value > (UINT64_MAX - digit) / 10)
      return false;
    value = value * 10 + digit;
  }
  if (value < low || value > high || (isAllowed && !isAllowed(value)))
    return false;
  number = value;
  return true;
}

namespace {
struct Variable {
  const char *name;
  const char *expected;
  bool (*read)(const char *text);
};
} // namespace

static bool readQueuePolicy(const char *text) {
  bool pushes = !strcmp(text, "push-front"), steals = !strcmp(text, "steal-front"), both = !strcmp(text, "both");
  if (!pushes && !steals && !both && strcmp(text, "default") != 0)
    return false;
  settings.pushesFront = pushes || both;
  settings.stealsFront = steals || both;
  return true;
}

static_assert(MaximalWorkers == 1024 && abi::MaximalTokens == 1024 && MaximalHeartbeatMicroseconds == 1000000,
              "the texts below say so");
static const Variable variables[] = {
    {"TACTUS_WORKERS", "a whole number from 1 to 1024",
     [](const char *text) { return parseNumber(text, 1, MaximalWorkers, settings.workers); }},
    {"TACTUS_HEARTBEAT_US", "a whole number of microseconds from 0 (never promote) to 1000000",
     [](const char *text) {
       return parseNumber(text, 0, MaximalHeartbeatMicroseconds, settings.heartbeatMicroseconds);
     }},
    {"TACTUS_BEAT", "poll, ping, timer, perf or kernel",
     [](const char *text) {
       for (unsigned source = 0; source < std::size(beatSourceNames); ++source)
         if (!strcmp(text, beatSourceNames[source])) {
           settings.beat = static_cast<BeatSource>(source);
           return true;
         }
       return false;
     }},
    {"TACTUS_SIGNAL", "the number of a signal that can be handled and is neither a fault's nor the C library's own",
     [](const char *text) { return parseNumber(text, 1, SIGRTMAX, settings.beatSignal, isFreeSignal); }},
    {"TACTUS_TOKENS", "a whole number from 1 to 1024, or classic (1, not kept)",
     [](const char *text) {
       settings.classicTokens = !strcmp(text, "classic");
       return settings.classicTokens || parseNumber(text, 1, abi::MaximalTokens, settings.tokensPerBeat);
     }},
    {"TACTUS_POLLS", "a whole number of polls a beat from 1 to 1000",
     [](const char *text) { return parseNumber(text, 1, MostPollsPerBeat, settings.pollsPerBeat); }},
    {"TACTUS_CHUNK", "a whole number of iterations from 1 to 1000000000, or 0 (adaptive)",
     [](const char *text) { return parseNumber(text, 0, 1000000000, settings.chunk); }},
    {"TACTUS_STACK_MB", "a whole number of mebibytes from 1 to 65536",
     [](const char *text) { return parseNumber(text, 1, 65536, settings.stackMegabytes); }},
    {"TACTUS_TASKS", "heartbeat or eager, which make tasks on beats and where they are created",
     [](const char *text) {
       settings.eager = !strcmp(text, "eager");
       return settings.eager || !strcmp(text, "heartbeat");
     }},
    {"TACTUS_QUEUE_POLICY", "default, push-front, steal-front or both", readQueuePolicy},
    {"TACTUS_QUEUE_SIZE", "a whole number of tasks from 1 to 128",
     [](const char *text) { return parseNumber(text, 1, MostQueued, settings.queueSize); }},
    {"TACTUS_EVENT_BUCKETS", "a whole number from 1 to 16777216",
     [](const char *text) { return parseNumber(text, 1, MostBuckets, settings.eventBuckets); }},
    {"TACTUS_TASK_STACK_KB", "a whole number of kibibytes from 16 to 1048576",
     [](const char *text) { return parseNumber(text, LeastTaskStack, LargestTaskStack, settings.taskStackKilobytes); }},
    {"TACTUS_REGIONS", "strands or libomp, which run parallel regions that are not latent",
     [](const char *text) {
       settings.strands = strcmp(text, "libomp") != 0;
       return !settings.strands || !strcmp(text, "strands");
     }},
    {"TACTUS_WATCH", "1, or 0 (tasks and iterations that wait in other files do not have later ones begun)",
     [](const char *text) {
       settings.watches = !strcmp(text, "1");
       return settings.watches || !strcmp(text, "0");
     }},
    {"TACTUS_REPRODUCIBLE", "1, or 0 (code compiled with -ftactus-reproducible may give other bits in each run)",
     [](const char *text) {
       settings.reproducible = !strcmp(text, "1");
       return settings.reproducible || !strcmp(text, "0");
     }},
    {"TACTUS_STATS", "1 for a table on stderr, 0 for nothing, or the name of a .json file",
     [](const char *text) {
       size_t length = strlen(text);
       if (!strcmp(text, "0"))
         return true;
       if (strcmp(text, "1") != 0 && (length < 6 || strcmp(text + length - 5, ".json") != 0))
         return false;
       settings.statistics = text;
       return true;
     }},
    {"TACTUS_TRACE", "the name of a .json file",
     [](const char *text) {
       size_t length = strlen(text);
       if (length < 6 || strcmp(text + length - 5, ".json") != 0)
         return false;
       settings.trace = text;
       return true;
     }},
    {"TACTUS_TRACE_MB", "a whole number of mebibytes from 1 to 65536",
     [](const char *text) { return parseNumber(text, 1, 65536, settings.traceMegabytes); }},
    {"TACTUS_EVENTS", "the name of a .log file",
     [](const char *text) {
       size_t length = strlen(text);
       if (length < 5 || strcmp(text + length - 4, ".log") != 0)
         return false;
       settings.events = text;
       return true;
     }},
    {"TACTUS_CHAOS", "a whole number, the seed",
     [](const char *text) {
       settings.chaos = parseNumber(text, 0, UINT64_MAX, settings.chaosSeed);
       return settings.chaos;
     }},
    {"TACTUS_PROMOTE", "all, every (without sampling), or tokens (as soon as a beat has paid for it)",
     [](const char *text) {
       settings.promoteEvery = !strcmp(text, "every");
       settings.promoteAll = settings.promoteEvery || !strcmp(text, "all");
       settings.spendsTokens = !strcmp(text, "tokens");
       return settings.promoteAll || settings.spendsTokens;
     }},
    {"TACTUS_RETURNS", "replace or keep, which promote calls that are running and only those that poll",
     [](const char *text) {
       settings.keepsReturns = !strcmp(text, "keep");
       return settings.keepsReturns || !strcmp(text, "replace");
     }},
};

/// The first number of OMP_NUM_THREADS, a list with a number for each nesting level, of which some may be empty; 0 if
/// it is not set. False if it is no such list.
static bool parseTeamSizes(const char *text, uint64_t &first) {
  first = 0;
  if (!text)
    return true;
  uint64_t found = 0;
  for (bool isFirst = true;; isFirst = false) {
    text += strspn(text, " \t");
    if (*text >= '0' && *text <= '9') {
      char *end;
      unsigned long number = strtoul(text, &end, 10);
      if (number < 1 || number > LargestTeam)
        return false;
      if (isFirst)
        found = number;
      text = end + strspn(end, " \t");
    }
    if (*text != ',')
      break;
    ++text;
  }
  if (!*text)
    first = found;
  return !*text;
}

/// Says what is wrong with OMP_NUM_THREADS, where it would have counted. Libomp stops at an assertion where it is no
/// list of numbers, or empty, or too large, so it does not get to see it.
static void checkTeamSizes() {
  const char *text = getenv("OMP_NUM_THREADS");
  uint64_t first;
  bool isList = parseTeamSizes(text, first);
  if (!isList && !settings.workers)
    fprintf(stderr,
            "tactus: warning: OMP_NUM_THREADS=%s: expected whole numbers from 1 to %lu, separated by commas; using the "
            "default\n",
            text, LargestTeam);
  if (text && (!isList || !text[strspn(text, " \t")]))
    unsetenv("OMP_NUM_THREADS");
}

/// In programs that tactus-clang has linked.
extern "C" __attribute__((weak, visibility("default")))
const volatile uint32_t tactus_task_parameters[abi::TaskParameterWords];

void adoptTaskParameters(const abi::TaskParameters &chosen) {
  if (!chosen.isValid())
    return;
  settings.pushesFront = chosen.queuePolicy & abi::PushesFront;
  settings.stealsFront = chosen.queuePolicy & abi::StealsFront;
  if (chosen.queueSize >= 1 && chosen.queueSize <= MostQueued)
    settings.queueSize = chosen.queueSize;
  if (chosen.eventBuckets >= 1 && chosen.eventBuckets <= MostBuckets)
    settings.eventBuckets = chosen.eventBuckets;
  settings.stackNeedKilobytes = chosen.workerStackKilobytes;
}

static void readProgramsParameters() {
  if (!tactus_task_parameters)
    return;
  // Records of other versions may be shorter.
  if (tactus_task_parameters[1] != abi::TaskParametersVersion)
    return;
  abi::TaskParameters chosen;
  uint32_t words[abi::TaskParameterWords];
  for (size_t index = 0; index < abi::TaskParameterWords; ++index)
    words[index] = tactus_task_parameters[index];
  memcpy(&chosen, words, sizeof chosen);
  adoptTaskParameters(chosen);
}

void readSettings() {
  readProgramsParameters();
  const char *names[sizeof variables / sizeof *variables + 1] = {};
  size_t count = 0;
  for (const Variable &variable : variables) {
    names[count++] = variable.name;
    const char *text = secure_getenv(variable.name);
    if (text && *text && !variable.read(text))
      fprintf(stderr, "tactus: warning: %s=%s: expected %s; using the default\n", variable.name, text,
              variable.expected);
  }
  complainOfUnknownNames(names);
  const char *preloaded = getenv("LD_PRELOAD");
  settings.isUnderValgrind = preloaded && strstr(preloaded, "/vgpreload_");
  // Nothing is promoted, and what has been made eagerly has begun.
  if (settings.heartbeatMicroseconds == 0 || settings.eager)
    settings.watches = false;
  if (settings.eager && settings.events) {
    fprintf(stderr,
            "tactus: warning: TACTUS_EVENTS=%s: what is checked there are tasks made on beats; no log with "
            "TACTUS_TASKS=eager\n",
            settings.events);
    settings.events = nullptr;
  }
  if (settings.events)
    warnOfSharedFile("TACTUS_EVENTS", settings.events);
  if (settings.statistics && strcmp(settings.statistics, "1") != 0)
    warnOfSharedFile("TACTUS_STATS", settings.statistics);
  checkTeamSizes();
  hideWhatStopsLibomp();
}

/// As libomp reads a number: spaces may stand around it.
static bool parseLibompsNumber(const char *text, uint64_t &number) {
  char *end;
  text += strspn(text, " \t");
  if (*text < '0' || *text > '9')
    return false;
  number = strtoull(text, &end, 10);
  return !end[strspn(end, " \t")];
}

uint64_t shareOfLibompThreads() {
  uint64_t limit;
  // Libomp takes 0 for 1.
  for (const char *name : {"KMP_DEVICE_THREAD_LIMIT", "KMP_ALL_THREADS"})
    if (const char *text = getenv(name); text && parseLibompsNumber(text, limit))
      return std::max<uint64_t>(limit / 3, 1);
  return UINT64_MAX;
}

static uint64_t wantedWorkerCount() {
  if (settings.workers)
    return settings.workers;
  if (uint64_t number; parseTeamSizes(getenv("OMP_NUM_THREADS"), number) && number > 0)
    return number;
  return processorShare();
}

unsigned chooseWorkerCount() {
  return static_cast<unsigned>(std::min<uint64_t>({wantedWorkerCount(), shareOfLibompThreads(), MaximalWorkers}));
}

} // namespace tactus
