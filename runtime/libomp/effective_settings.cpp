//===- effective_settings.cpp - KMP_SETTINGS ---------------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
//
// What the user has set, and what is in effect, in the form of LLVM's libomp. Of libomp's settings only those are told
// that there are here.
//
//===----------------------------------------------------------------------===//
#include "libomp/environment.h"
#include "libomp/places.h"
#include "libomp/wrong_settings.h"

#include "os/libomp_words.h"
#include "regions/icvs.h"

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace tactus::libomp {

static const char *nameOf(Binding binding) {
  static constexpr const char *Names[] = {"false", "true", "primary", "close", "spread"};
  return Names[static_cast<unsigned>(binding)];
}

static void displayBindings() {
  fprintf(stderr, "   OMP_PROC_BIND='%s", nameOf(places.bindingAt(0)));
  for (unsigned level = 1; level < places.levels; ++level)
    fprintf(stderr, ",%s", nameOf(places.bindings[level]));
  fprintf(stderr, "'\n");
}

static void displayPlaces() {
  if (!places.count) {
    fprintf(stderr, "   OMP_PLACES: value is not defined\n");
    return;
  }
  if (!places.areListed) {
    fprintf(stderr, "   OMP_PLACES='%s'\n", wordOf(places.unit));
    return;
  }
  fprintf(stderr, "   OMP_PLACES='");
  for (uint32_t place = 0; place < places.count; ++place) {
    const char *between = place ? ",{" : "{";
    for (int processor = 0; processor < CPU_SETSIZE; ++processor)
      if (CPU_ISSET(processor, &places.masks[place])) {
        fprintf(stderr, "%s%d", between, processor);
        between = ",";
      }
    fprintf(stderr, "}");
  }
  fprintf(stderr, "'\n");
}

static void displayUserSettings() {
  fprintf(stderr, "\nUser settings:\n\n");
  for (char **variable = environ; *variable; ++variable)
    for (const char *prefix : {"OMP_", "KMP_", "GOMP_", "LIBOMP_"})
      if (strncmp(*variable, prefix, strlen(prefix)) == 0)
        fprintf(stderr, "   %s\n", *variable);
}

void displaySettings() {
  readPlaces();
  displayUserSettings();
  const Environment &all = environment();
  IcvSet icvs = icvsOfThread();
  static constexpr const char *Offloads[] = {"DISABLED", "DEFAULT", "MANDATORY"};
  auto tell = [](const char *name, auto value) {
    fprintf(stderr, "   %s=%lld\n", name, static_cast<long long>(value));
  };
  auto tellFlag = [](const char *name, bool is) { fprintf(stderr, "   %s=%s\n", name, is ? "true" : "false"); };
  fprintf(stderr, "\nEffective settings:\n\n");
  fprintf(stderr, "   KMP_BLOCKTIME=%dms\n", all.blocktime);
  tellFlag("KMP_ENABLE_TASK_THROTTLING", !saysFalse(getenv("KMP_ENABLE_TASK_THROTTLING")));
  tellFlag("KMP_SETTINGS", true);
  tellFlag("KMP_WARNINGS", areWarningsWanted());
  fprintf(stderr, "   KMP_TEAMS_PROC_BIND=%s\n", nameOf(places.ofTeams));
  fprintf(stderr, "   OMP_AFFINITY_FORMAT='%s'\n", all.affinityFormat);
  fprintf(stderr, "   OMP_ALLOCATOR=%s\n", nameOfAllocator(all.allocator));
  tellFlag("OMP_CANCELLATION", mayCancel());
  tell("OMP_DEFAULT_DEVICE", all.defaultDevice);
  tellFlag("OMP_DYNAMIC", icvs.isDynamic == 2);
  tell("OMP_MAX_ACTIVE_LEVELS", icvs.activeLevels == IcvSet::Unset ? 1 : maxActiveLevels(icvs));
  tell("OMP_MAX_TASK_PRIORITY", all.maxTaskPriority);
  tell("OMP_NUM_TEAMS", all.teams);
  tell("OMP_NUM_THREADS", icvs.threads);
  displayPlaces();
  displayBindings();
  fprintf(stderr, "   OMP_SCHEDULE='");
  displaySchedule(icvs);
  fprintf(stderr, "'\n");
  fprintf(stderr, "   OMP_TARGET_OFFLOAD=%s\n", Offloads[all.targetOffload]);
  tell("OMP_TEAMS_THREAD_LIMIT", all.teamsThreadLimit);
  tell("OMP_THREAD_LIMIT", threadLimitOfEnvironment() ? threadLimitOfEnvironment() : INT_MAX);
  fprintf(stderr, "\n");
}

} // namespace tactus::libomp
