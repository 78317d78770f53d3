//===- icvs.cpp - OpenMP's internal control variables ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "regions/icvs.h"

#include "abi/openmp.h"
#include "os/libomp_words.h"
#include "os/processors.h"
#include "os/settings.h"
#include "regions/affinity_text.h"
#include "regions/libomp.h"
#include "slots/pool.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <strings.h>
#include <unistd.h>

namespace tactus {

namespace {

/// What the environment says, read once.
struct InitialSettings {
  static constexpr unsigned MostLevels = 32;
  /// Of OMP_NUM_THREADS; the first is what all outermost regions have, however it was set.
  uint64_t threads[MostLevels];
  unsigned levels;
  uint64_t limit;
  /// Of OMP_THREAD_LIMIT, 0 for none.
  uint64_t threadLimit;
  /// Unset if the environment does not say.
  uint64_t activeLevels;
  /// What libomp makes of the same environment.
  uint64_t libompThreads;
  /// Libomp bounds the number that it begins with at least by this one.
  uint64_t libompBound;
};

// Owned by whoever runs readInitialSettings(), once; nobody else sees it before.
InitialSettings initial;
// Written by whoever limits levels, read by promotions and region entries. Relaxed: they notice soon.
constinit std::atomic<bool> levelsAreLimited{false};
// Whether the libomp of our modules has been told the initial number of threads. Relaxed: telling twice does no harm.
constinit std::atomic<bool> libompIsTold{false};
// Owned by the thread: libomp knows its number of threads, or need not.
constinit thread_local bool threadIsTold = false;

/// A whole number behind white space; false if there is none. `text` is moved behind it.
bool readNumber(const char *&text, uint64_t &number) {
  char *end;
  long long value = strtoll(text, &end, 10);
  if (end == text || value < 0)
    return false;
  text = end;
  number = static_cast<uint64_t>(value);
  return true;
}

/// A variable that holds a whole number and nothing else; what it does not hold counts as not set, and libomp says so.
bool readVariable(const char *name, uint64_t &number) {
  const char *text = getenv(name);
  return text && readNumber(text, number) && !text[strspn(text, " \t")];
}

/// The numbers of OMP_NUM_THREADS, which are for the levels from the outermost on.
void readThreadList(InitialSettings &found) {
  const char *text = getenv("OMP_NUM_THREADS");
  uint64_t number;
  while (text && found.levels < InitialSettings::MostLevels && readNumber(text, number) && number > 0) {
    found.threads[found.levels++] = std::min(number, IcvSet::MostThreads);
    text += strspn(text, " \t");
    if (*text != ',')
      break;
    ++text;
  }
}

/// What IcvSet::activeLevels is once `levels` have been asked for.
uint64_t packLevels(uint64_t levels) {
  return levels <= static_cast<uint64_t>(IcvSet::MostActiveLevels) ? levels + 1 : IcvSet::AllActiveLevels;
}

void readInitialSettings() {
  InitialSettings found{};
  found.limit = IcvSet::MostThreads;
  if (uint64_t limit; readVariable("OMP_THREAD_LIMIT", limit))
    found.threadLimit = found.limit = std::max<uint64_t>(limit, 1);
  found.limit = std::min(found.limit, shareOfLibompThreads());
  readThreadList(found);
  found.libompBound = affinityCount();
  found.libompThreads = found.levels ? found.threads[0] : found.libompBound;
  found.libompBound = std::max(found.libompBound, found.libompThreads);
  if (found.levels == 0 || settings.workers)
    found.threads[0] = slotCount();
  found.threads[0] = std::min(found.threads[0], found.limit);
  found.levels = std::max(found.levels, 1u);
  uint64_t levels;
  const char *nested = getenv("OMP_NESTED");
  const char *binding = getenv("OMP_PROC_BIND");
  if (readVariable("OMP_MAX_ACTIVE_LEVELS", levels)) {
    found.activeLevels = packLevels(levels);
    limitActiveLevels();
  } else if (nested && *nested) {
    found.activeLevels = packLevels(saysTrue(nested) ? INT_MAX : 1);
    limitActiveLevels();
  } else if (found.levels > 1 || (binding && strchr(binding, ','))) {
    // "A list of more than one value": all levels may be active.
    found.activeLevels = packLevels(INT_MAX);
    limitActiveLevels();
  }
  initial = found;
}

/// `[modifier:]kind[,chunk]`. False if there is no such kind, and nothing is set.
bool parseSchedule(const char *text, IcvSet &icvs) {
  static constexpr struct {
    const char *name;
    int kind;
  } Kinds[] = {{"static", 1}, {"dynamic", 2}, {"guided", 3}, {"auto", 4}, {"trapezoidal", 101}, {"static_steal", 2}};
  bool isMonotonic = strncasecmp(text, "monotonic:", strlen("monotonic:")) == 0;
  if (const char *colon = strchr(text, ':'))
    text = colon + 1;
  text += strspn(text, " \t");
  for (const auto &kind : Kinds) {
    size_t length = strlen(kind.name);
    if (strncasecmp(text, kind.name, length) != 0 || !strchr(" \t,", text[length]))
      continue;
    const char *behind = strchr(text, ',');
    setSchedule(icvs, static_cast<int>(static_cast<uint32_t>(kind.kind) | (isMonotonic ? 0x80000000u : 0)),
                behind ? atoi(behind + 1) : kind.kind != 1);
    return true;
  }
  return false;
}

struct KeptSettings {
  IcvSet icvs;
  bool isRead;
};
// Owned by the thread.
constinit thread_local KeptSettings settingsKept{};

IcvSet &keptSettings() {
  if (!settingsKept.isRead)
    settingsKept = {icvsOfEnvironment(), true};
  return settingsKept.icvs;
}

// Written once, with release, when `initial` is; read with acquire.
constinit std::atomic<bool> initialIsRead{false};

const InitialSettings &initialSettings() {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (!initialIsRead.load(std::memory_order_acquire)) {
    pthread_once(&once, readInitialSettings);
    initialIsRead.store(true, std::memory_order_release);
  }
  return initial;
}

/// What libomp is to begin with for threads that it does not know yet. In a child of fork() it starts anew: it then
/// keeps this number, but reads its bound from the environment again, and stops at an assertion where the number is
/// above it. So there it is told for each thread alone.
void tellLibompDefaults(const Libomp &libomp) {
  const InitialSettings &initially = initialSettings();
  if (!libomp.setDefaults || initially.threads[0] > initially.libompBound ||
      libompIsTold.exchange(true, std::memory_order_relaxed))
    return;
  char text[32 + 8 * InitialSettings::MostLevels] = "OMP_NUM_THREADS=";
  size_t length = strlen(text);
  for (unsigned level = 0; level < initially.levels; ++level)
    length += static_cast<size_t>(snprintf(text + length, sizeof text - length, level ? ",%u" : "%u",
                                           static_cast<unsigned>(initially.threads[level])));
  // Whatever the text says, libomp begins again with its own affinity format.
  char format[AffinityText::LongestFormat];
  bool hasFormat = libomp.affinityFormat && libomp.affinityFormat(format, sizeof format) < sizeof format;
  libomp.setDefaults(text);
  if (hasFormat && libomp.setAffinityFormat)
    libomp.setAffinityFormat(format);
}

/// Libomp may have found another number of threads than we have.
void tellLibomp(const Libomp &libomp) {
  if (threadIsTold)
    return;
  // Inside a region of libomp's the settings are those of whoever began it, and what is set dies with it.
  if (libomp.level && libomp.level() > 0)
    return;
  threadIsTold = true;
  const InitialSettings &initially = initialSettings();
  if (initially.threads[0] == initially.libompThreads)
    return;
  // What the program, or a library that has never heard of us, has set for this thread before is kept: a number that is
  // not the one that libomp started with. Its defaults change the thread's own number, too.
  auto has = libomp.maxThreads ? static_cast<uint64_t>(libomp.maxThreads()) : initially.libompThreads;
  tellLibompDefaults(libomp);
  if (libomp.setThreads)
    libomp.setThreads(static_cast<int>(has == initially.libompThreads ? initially.threads[0] : has));
}

constexpr uint32_t MonotonicBit = 0x80000000;
constexpr int FirstOwnKind = 101, FirstPackedOwnKind = 5;

} // namespace

void tellLibompThreads() {
  if (const Libomp *libomp = ownLibomp())
    tellLibomp(*libomp);
}

IcvSet initialIcvs() {
  const InitialSettings &initially = initialSettings();
  IcvSet icvs{};
  icvs.threads = initially.threads[0];
  if (activeLevelsAreLimited())
    icvs.activeLevels = initially.activeLevels;
  return icvs;
}

IcvSet icvsOfEnvironment() {
  IcvSet icvs = initialIcvs();
  const char *dynamic = getenv("OMP_DYNAMIC");
  icvs.isDynamic = saysTrue(dynamic) ? 2 : 1;
  setSchedule(icvs, 1, 0);
  if (const char *schedule = getenv("OMP_SCHEDULE"))
    parseSchedule(schedule, icvs);
  return icvs;
}

bool isSchedule(const char *text) {
  IcvSet unused{};
  return parseSchedule(text, unused);
}

// Written when the library is loaded.
static constinit bool (*ownThreadsAreBound)() = nullptr;

void keepSettingsOfThreads(bool (*areBound)()) {
  ownThreadsAreBound = areBound;
  __atomic_store_n(&tactus_libomp_is_ours, 1, __ATOMIC_RELAXED);
}

bool settingsOfThreadsAreKept() { return __atomic_load_n(&tactus_libomp_is_ours, __ATOMIC_RELAXED) != 0; }

/// Relaxed: all find the same.
bool mayCancel() {
  static constinit std::atomic<int8_t> answer{-1};
  if (answer.load(std::memory_order_relaxed) < 0) {
    const char *text = getenv("OMP_CANCELLATION");
    answer.store(saysTrue(text), std::memory_order_relaxed);
  }
  return answer.load(std::memory_order_relaxed) != 0;
}

/// Relaxed: all find the same.
bool threadsAreBound() {
  if (settingsOfThreadsAreKept())
    return ownThreadsAreBound();
  static constinit std::atomic<int8_t> answer{-1};
  if (answer.load(std::memory_order_relaxed) >= 0)
    return answer.load(std::memory_order_relaxed) != 0;
  const Libomp *libomp = ownLibomp();
  if (!libomp)
    return false;
  bool isAsked = false;
  for (const char *name : {"OMP_PROC_BIND", "OMP_PLACES", "KMP_AFFINITY", "GOMP_CPU_AFFINITY"})
    isAsked |= getenv(name) != nullptr;
  answer.store(isAsked && libomp->procBind && libomp->procBind() != 0, std::memory_order_relaxed);
  return answer.load(std::memory_order_relaxed) != 0;
}

IcvSet icvsOfThread() {
  if (settingsOfThreadsAreKept())
    return keptSettings();
  IcvSet icvs = initialIcvs();
  bool isLimited = activeLevelsAreLimited();
  const Libomp *libomp = ownLibomp();
  if (libomp && libomp->runs()) {
    tellLibomp(*libomp);
    if (libomp->maxThreads)
      setThreads(icvs, libomp->maxThreads());
    if (isLimited && libomp->maxActiveLevels)
      icvs.activeLevels = packLevels(static_cast<uint64_t>(libomp->maxActiveLevels()));
    if (libomp->dynamic)
      icvs.isDynamic = libomp->dynamic() ? 2 : 1;
    if (libomp->schedule) {
      int kind = 0, chunk = 0;
      libomp->schedule(&kind, &chunk);
      setSchedule(icvs, kind, chunk);
    }
  }
  return icvs;
}

void setIcvsOfThread(const IcvSet &icvs) {
  if (settingsOfThreadsAreKept()) {
    keptSettings() = icvs;
    if (isInitialThread())
      followThreads(icvs.threads);
    return;
  }
  const Libomp *libomp = ownLibomp();
  if (!libomp)
    return;
  threadIsTold = true;
  if (libomp->setThreads)
    libomp->setThreads(static_cast<int>(icvs.threads));
  if (libomp->setMaxActiveLevels && activeLevelsAreLimited())
    libomp->setMaxActiveLevels(maxActiveLevels(icvs));
  if (libomp->setDynamic && icvs.isDynamic != IcvSet::Unset)
    libomp->setDynamic(icvs.isDynamic == 2);
  if (libomp->setSchedule && icvs.schedule != IcvSet::Unset)
    libomp->setSchedule(scheduleKind(icvs), static_cast<int>(icvs.chunk));
  if (isInitialThread())
    followThreads(icvs.threads);
}

IcvSet icvsOfRegion(IcvSet outer, uint32_t level) {
  const InitialSettings &initially = initialSettings();
  if (level < initially.levels)
    outer.threads = initially.threads[level];
  return outer;
}

uint64_t teamSizeLimit() { return initialSettings().limit; }
uint64_t threadLimitOfEnvironment() { return initialSettings().threadLimit; }

void setThreads(IcvSet &icvs, int count) {
  icvs.threads = std::min({static_cast<uint64_t>(std::max(count, 1)), teamSizeLimit(), IcvSet::MostThreads});
}

void setActiveLevels(IcvSet &icvs, int levels) {
  icvs.activeLevels = packLevels(static_cast<uint64_t>(std::max(levels, 0)));
}

int maxActiveLevels(const IcvSet &icvs) {
  bool isLimited = icvs.activeLevels != IcvSet::Unset && icvs.activeLevels != IcvSet::AllActiveLevels;
  return isLimited ? static_cast<int>(icvs.activeLevels) - 1 : INT_MAX;
}

void setSchedule(IcvSet &icvs, int kind, int chunk) {
  auto bits = static_cast<uint32_t>(kind);
  icvs.isMonotonic = (bits & MonotonicBit) != 0;
  int plain = static_cast<int>(bits & ~MonotonicBit);
  icvs.schedule = static_cast<uint64_t>(plain < FirstOwnKind ? plain : plain - FirstOwnKind + FirstPackedOwnKind) & 7;
  icvs.chunk = static_cast<uint64_t>(std::max(chunk, 0));
}

int scheduleKind(const IcvSet &icvs) {
  int packed = static_cast<int>(icvs.schedule);
  int plain = packed < FirstPackedOwnKind ? packed : packed - FirstPackedOwnKind + FirstOwnKind;
  return static_cast<int>(static_cast<uint32_t>(plain) | (icvs.isMonotonic ? MonotonicBit : 0));
}

bool activeLevelsAreLimited() {
  initialSettings();
  return levelsAreLimited.load(std::memory_order_relaxed);
}
void limitActiveLevels() { levelsAreLimited.store(true, std::memory_order_relaxed); }

constinit thread_local int8_t initialThread = -1;

bool findInitialThread() {
  initialThread = gettid() == getpid();
  return initialThread != 0;
}

void resetIcvsInChild() {
  libompIsTold.store(false, std::memory_order_relaxed);
  threadIsTold = false;
  initialThread = -1;
  if (!initialIsRead.load(std::memory_order_relaxed))
    return;
  levelsAreLimited.store(initial.activeLevels != IcvSet::Unset, std::memory_order_relaxed);
  followThreads(initial.threads[0]);
}

void followThreads(uint64_t threads) {
  limitSlots(SlotLimit::OfOpenMP, static_cast<unsigned>(std::min<uint64_t>(threads, slotCount())));
}

} // namespace tactus

__attribute__((visibility("default"))) constinit int32_t tactus_libomp_is_ours = 0;
