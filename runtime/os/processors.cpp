//===- processors.cpp - how many processors there are for this process --------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/processors.h"
#include "os/ranks.h"
#include "os/read_file.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sched.h>

namespace tactus {

uint64_t parseQuota(const char *text) {
  char *end;
  long long quota = strtoll(text, &end, 10); // "max" and -1 mean no limit
  if (end == text || quota <= 0)
    return 0;
  long long period = strtoll(end, nullptr, 10);
  if (period <= 0)
    return 0;
  return static_cast<uint64_t>((quota + period - 1) / period);
}

/// The tightest quota of the process's control group and its ancestors, as far as they can be seen.
static uint64_t controlGroupQuota() {
  char groups[4096], path[4400], text[128];
  if (!readFile("/proc/self/cgroup", groups, sizeof groups))
    return 0;
  uint64_t tightest = 0;
  auto consider = [&](uint64_t quota) {
    if (quota && (!tightest || quota < tightest))
      tightest = quota;
  };
  char *rest = groups;
  while (char *line = strsep(&rest, "\n")) {
    // hierarchy:controllers:path
    char *controllers = strchr(line, ':');
    char *group = controllers ? strchr(controllers + 1, ':') : nullptr;
    if (!group)
      continue;
    *controllers++ = 0;
    *group++ = 0;
    bool unified = *controllers == 0;
    if (!unified && !strstr(controllers, "cpu"))
      continue;
    // A container may see its own group as the root, so every prefix of the path is tried.
    for (;;) {
      const char *directory = !strcmp(group, "/") ? "" : group;
      if (unified) {
        snprintf(path, sizeof path, "/sys/fs/cgroup%s/cpu.max", directory);
        if (readFile(path, text, sizeof text))
          consider(parseQuota(text));
      } else {
        char period[64];
        snprintf(path, sizeof path, "/sys/fs/cgroup/cpu%s/cpu.cfs_period_us", directory);
        bool readable = readFile(path, period, sizeof period);
        snprintf(path, sizeof path, "/sys/fs/cgroup/cpu%s/cpu.cfs_quota_us", directory);
        if (readable && readFile(path, text, sizeof text / 2)) {
          text[strcspn(text, "\n")] = 0;
          strcat(text, " ");
          strncat(text, period, sizeof text - strlen(text) - 1);
          consider(parseQuota(text));
        }
      }
      char *slash = strrchr(group, '/');
      if (!slash || !strcmp(group, "/"))
        break;
      slash[slash == group ? 1 : 0] = 0;
    }
  }
  return tightest;
}

/// Processors that a process may use, by its affinity mask; 0 if that is not known.
static uint64_t affinityOf(pid_t process) {
  // The mask of a machine with more processors than cpu_set_t holds needs a larger set.
  for (int processors = CPU_SETSIZE; processors <= 1 << 20; processors *= 2) {
    cpu_set_t *set = CPU_ALLOC(processors);
    if (!set)
      break;
    size_t size = CPU_ALLOC_SIZE(processors);
    int count = sched_getaffinity(process, size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
    CPU_FREE(set);
    if (count > 0)
      return static_cast<uint64_t>(count);
  }
  return 0;
}

// Written once at start, and then published by the pointer.
static cpu_set_t affinityOfProcess;
static constinit std::atomic<const cpu_set_t *> kept{nullptr};

void keepAffinity(const cpu_set_t &all) {
  affinityOfProcess = all;
  kept.store(&affinityOfProcess, std::memory_order_release);
}

const cpu_set_t *keptAffinity() { return kept.load(std::memory_order_acquire); }

uint64_t affinityCount() {
  if (const cpu_set_t *all = keptAffinity())
    return static_cast<uint64_t>(CPU_COUNT(all));
  return std::max<uint64_t>(affinityOf(0), 1);
}

uint64_t shareAmongRanks(uint64_t own, uint64_t ofAll, uint64_t quota, const Rank &rank) {
  uint64_t ranks = rank.countOnNode;
  uint64_t share = ofAll / ranks;
  // What is left over goes to the first ranks, which is harmless: it would be idle otherwise.
  if (rank.numberOnNode < ofAll % ranks)
    ++share;
  if (quota)
    share = std::min(share, quota / ranks);
  return std::clamp<uint64_t>(share, 1, own);
}

uint64_t processorShare() {
  uint64_t own = affinityCount(), quota = controlGroupQuota();
  Rank rank = rankOfProcess();
  if (rank.countOnNode == 1)
    return quota ? std::min(own, quota) : own;
  pid_t launcher = launcherOfRanks();
  uint64_t ofAll = launcher ? affinityOf(launcher) : 0;
  // Ranks that are bound say how many there are where the launcher does not: then each has its own.
  return shareAmongRanks(own, std::max(ofAll, own), quota, rank);
}

bool ranksExceedProcessors(uint64_t workers) {
  return workers > 1 && rankOfProcess().countOnNode > 1 && workers > processorShare();
}

} // namespace tactus
