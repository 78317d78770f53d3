//===- environment.cpp - OpenMP's settings that only libomp's own functions tell ----------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "libomp/environment.h"
#include "libomp/context.h"
#include "libomp/wrong_settings.h"

#include "os/libomp_words.h"
#include "regions/display.h"
#include "regions/icvs.h"
#include "regions/libomp.h"

#include <atomic>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <strings.h>

TACTUS_ENTRY(void *, __kmpc_task_reduction_get_th_data)(int thread, void *group, void *address);

namespace tactus::libomp {

Environment &environment() {
  static Environment found;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, [] {
    found.teams = numberOf("OMP_NUM_TEAMS", 0);
    found.teamsThreadLimit = numberOf("OMP_TEAMS_THREAD_LIMIT", 0);
    found.defaultDevice = numberOf("OMP_DEFAULT_DEVICE", 0);
    found.maxTaskPriority = numberOf("OMP_MAX_TASK_PRIORITY", 0);
    found.allocator = allocatorOf(getenv("OMP_ALLOCATOR"));
    const char *policy = getenv("OMP_WAIT_POLICY");
    found.blocktime = isWord(policy, "active") ? INT_MAX : isWord(policy, "passive") ? 0 : found.blocktime;
    const char *offload = getenv("OMP_TARGET_OFFLOAD");
    found.targetOffload = offloadOf(offload);
    if (const char *format = getenv("OMP_AFFINITY_FORMAT"))
      snprintf(found.affinityFormat, sizeof found.affinityFormat, "%s", format);
  });
  return found;
}

static const char *nameOfSchedule(const IcvSet &icvs) {
  static constexpr const char *Names[] = {"STATIC", "STATIC",      "DYNAMIC",     "GUIDED",
                                          "AUTO",   "TRAPEZOIDAL", "STATIC_STEAL"};
  return Names[icvs.schedule % 7];
}

void displaySchedule(const IcvSet &icvs) {
  fprintf(stderr, "%s%s", icvs.isMonotonic ? "MONOTONIC:" : "", nameOfSchedule(icvs));
  if (icvs.chunk)
    fprintf(stderr, ",%u", static_cast<unsigned>(icvs.chunk));
}

static const char *flag(bool is) { return is ? "TRUE" : "FALSE"; }

/// In the form of OpenMP 5.2, 18.15.
static void display(bool isVerbose) {
  const Environment &all = environment();
  IcvSet icvs = icvsOfThread();
  fprintf(stderr, "\nOPENMP DISPLAY ENVIRONMENT BEGIN\n   _OPENMP='201611'\n");
  fprintf(stderr, "  [host] OMP_CANCELLATION='%s'\n", flag(mayCancel()));
  fprintf(stderr, "  [host] OMP_DEFAULT_DEVICE='%d'\n", all.defaultDevice);
  fprintf(stderr, "  [host] OMP_DYNAMIC='%s'\n", flag(icvs.isDynamic == 2));
  fprintf(stderr, "  [host] OMP_MAX_ACTIVE_LEVELS='%d'\n",
          icvs.activeLevels == IcvSet::Unset ? 1 : maxActiveLevels(icvs));
  fprintf(stderr, "  [host] OMP_MAX_TASK_PRIORITY='%d'\n", all.maxTaskPriority);
  fprintf(stderr, "  [host] OMP_NUM_TEAMS='%d'\n", all.teams);
  fprintf(stderr, "  [host] OMP_NUM_THREADS='%u'\n", static_cast<unsigned>(icvs.threads));
  fprintf(stderr, "  [host] OMP_SCHEDULE='");
  displaySchedule(icvs);
  fprintf(stderr, "'\n  [host] OMP_TEAMS_THREAD_LIMIT='%d'\n", all.teamsThreadLimit);
  fprintf(stderr, "  [host] OMP_THREAD_LIMIT='%llu'\n",
          static_cast<unsigned long long>(threadLimitOfEnvironment() ? threadLimitOfEnvironment() : INT_MAX));
  fprintf(stderr, "  [host] OMP_AFFINITY_FORMAT='%s'\n", all.affinityFormat);
  if (isVerbose)
    fprintf(stderr, "  [host] KMP_BLOCKTIME='%d'\n  [host] KMP_STACKSIZE='%zu'\n", all.blocktime, all.stackBytes);
  fprintf(stderr, "OPENMP DISPLAY ENVIRONMENT END\n\n");
}

/// As omp_get_proc_bind() tells the initial thread.
static bool threadsAreBoundToPlaces() {
  readPlaces();
  return places.count > 0 && places.bindingAt(0) != Binding::None;
}

/// With the library.
static void readAtStart() {
  // Even if the program never calls us, as libomp does.
  checkSettings();
  if (saysFalse(getenv("KMP_ENABLE_TASK_THROTTLING")))
    TaskPool::mostInQueue = UINT32_MAX;
  const char *text = getenv("OMP_DISPLAY_ENV");
  bool isVerbose = isWord(text, "verbose");
  if (isVerbose || saysTrue(text))
    display(isVerbose);
  if (saysTrue(getenv("KMP_SETTINGS")))
    displaySettings();
}

void startInterface(const char *library, uint64_t entries, uint64_t ours) {
  if (entries != ours) {
    fprintf(stderr,
            "tactus: error: %s is of another version of Tactus than libtactus, take both from one installation\n",
            library);
    abort();
  }
  // A process may have both.
  static bool isStarted = false;
  if (isStarted)
    return;
  isStarted = true;
  keepSettingsOfThreads(threadsAreBoundToPlaces);
  askOwnGroups(tactus_entry___kmpc_task_reduction_get_th_data);
  displayOwnThread = displayThisThread;
  readAtStart();
}

} // namespace tactus::libomp

using namespace tactus;
using namespace tactus::libomp;

TACTUS_ENTRY(void, omp_display_env)(int isVerbose) { display(isVerbose != 0); }
TACTUS_ENTRY(void, omp_display_env_)(const int *isVerbose) { display(*isVerbose != 0); }

//===----------------------------------------------------------------------===//
// Intel's extensions. Threads sleep when looking does not pay, whatever is said of it.
//===----------------------------------------------------------------------===//

TACTUS_ENTRY(void, kmp_set_blocktime)(int milliseconds) { environment().blocktime = milliseconds; }
TACTUS_ENTRY(void, kmp_set_blocktime_)(const int *milliseconds) { environment().blocktime = *milliseconds; }
TACTUS_ENTRY(int, kmp_get_blocktime)() { return environment().blocktime; }
TACTUS_ENTRY(void, kmp_set_stacksize)(int bytes) { environment().stackBytes = static_cast<size_t>(bytes); }
TACTUS_ENTRY(void, kmp_set_stacksize_)(const int *bytes) { environment().stackBytes = static_cast<size_t>(*bytes); }
TACTUS_ENTRY(int, kmp_get_stacksize)() { return static_cast<int>(environment().stackBytes); }
TACTUS_ENTRY(void, kmp_set_stacksize_s)(size_t bytes) { environment().stackBytes = bytes; }
TACTUS_ENTRY(void, kmp_set_stacksize_s_)(const size_t *bytes) { environment().stackBytes = *bytes; }
TACTUS_ENTRY(size_t, kmp_get_stacksize_s)() { return environment().stackBytes; }
TACTUS_ENTRY(int, kmp_get_library)() {
  constexpr int Throughput = 3;
  return Throughput;
}
TACTUS_ENTRY(int, kmp_get_num_known_threads)() { return threadCount(); }

/// Of a program that has nothing to choose here.
TACTUS_ENTRY(void, kmp_ignore)() {}

/// `NAME=VALUE|NAME=VALUE`, as the environment has them. Only what can change after the start.
TACTUS_ENTRY(void, kmp_set_defaults)(const char *text) {
  if (const char *offload = strstr(text, "OMP_TARGET_OFFLOAD="))
    environment().targetOffload = offloadOf(offload + strlen("OMP_TARGET_OFFLOAD="));
  const char *asked = strstr(text, "OMP_NUM_THREADS=");
  if (!asked)
    return;
  IcvSet icvs = icvsOfThread();
  setThreads(icvs, atoi(asked + strlen("OMP_NUM_THREADS=")));
  setIcvsOfThread(icvs);
}
TACTUS_ENTRY(void, kmp_set_defaults_)(const char *text, size_t length) {
  char copy[1024];
  length = std::min(length, sizeof copy - 1);
  memcpy(copy, text, length);
  copy[length] = 0;
  tactus_entry_kmp_set_defaults(copy);
}
