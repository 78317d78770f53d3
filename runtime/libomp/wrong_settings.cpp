//===- wrong_settings.cpp - what is said of settings that are wrong --------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "libomp/wrong_settings.h"

#include "os/libomp_words.h"
#include "os/thread_stack.h"
#include "regions/icvs.h"

#include <algorithm>
#include <climits>
#include <cstdlib>

namespace tactus::libomp {

bool areWarningsWanted() { return !saysFalse(getenv("KMP_WARNINGS")); }

bool isWord(const char *text, const char *word) { return text && strcasecmp(text, word) == 0; }

namespace {

struct NumberSetting {
  const char *name;
  int least, most;

  /// Null if the text is a number that may stand there.
  const char *fault(const char *text, int &value) const {
    char *end;
    long number = strtol(text, &end, 10);
    if (end == text || end[strspn(end, " \t")])
      return "not a number";
    if (number < least)
      return "value too small";
    if (number > most)
      return "value too large";
    value = static_cast<int>(number);
    return nullptr;
  }
};

// Loops have no buffers here, so that nothing reads their number.
constexpr NumberSetting Numbers[] = {
    {"OMP_NUM_TEAMS", 1, INT_MAX},         {"OMP_TEAMS_THREAD_LIMIT", 1, INT_MAX}, {"OMP_DEFAULT_DEVICE", 0, INT_MAX},
    {"OMP_MAX_TASK_PRIORITY", 0, INT_MAX}, {"OMP_MAX_ACTIVE_LEVELS", 0, INT_MAX},  {"OMP_THREAD_LIMIT", 1, INT_MAX},
    {"KMP_DISP_NUM_BUFFERS", 1, 4096},
};

constexpr const char *Booleans[] = {"OMP_CANCELLATION", "OMP_DISPLAY_AFFINITY", "OMP_DISPLAY_ENV",
                                    "OMP_DYNAMIC",      "OMP_NESTED",           "KMP_ENABLE_TASK_THROTTLING",
                                    "KMP_SETTINGS",     "KMP_WARNINGS"};

constexpr const char *Allocators[] = {"omp_null_allocator",   "omp_default_mem_alloc", "omp_large_cap_mem_alloc",
                                      "omp_const_mem_alloc",  "omp_high_bw_mem_alloc", "omp_low_lat_mem_alloc",
                                      "omp_cgroup_mem_alloc", "omp_pteam_mem_alloc",   "omp_thread_mem_alloc"};

struct WordSetting {
  const char *name, *expected;
  bool (*isRight)(const char *text);
};

const WordSetting Words[] = {
    {"OMP_ALLOCATOR", "a predefined allocator",
     [](const char *text) { return isWord(text, Allocators[allocatorOf(text)]); }},
    {"OMP_SCHEDULE", "KIND or KIND,CHUNK with the kind static, dynamic, guided or auto", isSchedule},
    {"OMP_STACKSIZE", "a number with B, K, M or G behind it",
     [](const char *text) { return parseStackSize(text) > 0; }},
    {"OMP_TARGET_OFFLOAD", "default, disabled or mandatory",
     [](const char *text) { return offloadOf(text) != 1 || isWord(text, "default"); }},
    {"OMP_WAIT_POLICY", "active or passive",
     [](const char *text) { return isWord(text, "active") || isWord(text, "passive"); }},
};

/// One that is empty counts as not set.
const char *valueOf(const char *name) {
  const char *text = getenv(name);
  return text && *text ? text : nullptr;
}

} // namespace

int numberOf(const char *name, int otherwise) {
  const char *text = valueOf(name);
  auto *setting =
      std::find_if(std::begin(Numbers), std::end(Numbers), [&](auto &each) { return !strcmp(each.name, name); });
  if (text)
    setting->fault(text, otherwise);
  return otherwise;
}

unsigned long allocatorOf(const char *text) {
  auto *found =
      std::find_if(std::begin(Allocators) + 1, std::end(Allocators), [&](auto *name) { return isWord(text, name); });
  return found == std::end(Allocators) ? 1 : static_cast<unsigned long>(found - std::begin(Allocators));
}

const char *nameOfAllocator(unsigned long number) {
  return number < std::size(Allocators) ? Allocators[number] : "one of the program's own";
}

int offloadOf(const char *text) { return isWord(text, "disabled") ? 0 : isWord(text, "mandatory") ? 2 : 1; }

void checkSettings() {
  for (const NumberSetting &each : Numbers) {
    int value;
    const char *text = valueOf(each.name), *fault = text ? each.fault(text, value) : nullptr;
    if (fault)
      warn(Message::NoNumber, "%s=\"%s\": %s; expected a number from %d to %d, using the default", each.name, text,
           fault, each.least, each.most);
  }
  for (const char *name : Booleans)
    if (const char *text = valueOf(name);
        text && !saysTrue(text) && !saysFalse(text) && !(!strcmp(name, "OMP_DISPLAY_ENV") && isWord(text, "verbose")))
      warn(Message::NoBoolean, "%s=\"%s\": Wrong value, boolean expected; true or false, using the default", name,
           text);
  for (const WordSetting &each : Words)
    if (const char *text = valueOf(each.name); text && !each.isRight(text))
      warn(Message::Invalid, "%s: \"%s\" is an invalid value; ignored. Expected %s", each.name, text, each.expected);
}

} // namespace tactus::libomp
