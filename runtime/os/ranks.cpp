//===- ranks.cpp - which process of a job this is ----------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "os/ranks.h"
#include "os/read_file.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace tactus {

namespace {
struct Launcher {
  const char *number, *count;
  /// The first that is set; null for none.
  const char *numberOnNode[2], *countOnNode[2];
};
} // namespace

static constexpr Launcher launchers[] = {
#define TACTUS_LAUNCHER(number, count, numberOnNode, countOnNode) {number, count, numberOnNode, countOnNode},
#include "abi/launchers.def"
};

/// Far above what a job has, and far from overflowing.
static constexpr uint64_t MostRanks = 1u << 30;

/// Digits only, up to MostRanks.
static bool readNumber(const char *name, uint64_t &number) {
  const char *text = name ? getenv(name) : nullptr;
  if (!text || !*text || strlen(text) > 10 || text[strspn(text, "0123456789")])
    return false;
  number = strtoull(text, nullptr, 10);
  return number <= MostRanks;
}

uint64_t tasksOnNode(const char *list, uint64_t node) {
  for (const char *text = list; text && *text;) {
    char *end;
    uint64_t tasks = strtoull(text, &end, 10), nodes = 1;
    if (end == text)
      return 0;
    if (!strncmp(end, "(x", 2)) {
      nodes = strtoull(end + 2, &end, 10);
      if (*end++ != ')')
        return 0;
    }
    if (node < nodes)
      return tasks <= MostRanks ? tasks : 0;
    node -= nodes;
    text = *end == ',' ? end + 1 : nullptr;
  }
  return 0;
}

static bool readNumber(const char *const (&names)[2], uint64_t &number) {
  return readNumber(names[0], number) || readNumber(names[1], number);
}

/// Slurm's list of tasks by node.
static uint64_t countOnNodeOfStep() {
  uint64_t node = 0;
  readNumber("SLURM_NODEID", node);
  uint64_t count = tasksOnNode(getenv("SLURM_STEP_TASKS_PER_NODE"), node);
  return count ? count : 1;
}

static Rank rankBy(const Launcher &launcher) {
  Rank rank;
  readNumber(launcher.number, rank.number);
  readNumber(launcher.count, rank.count);
  readNumber(launcher.numberOnNode, rank.numberOnNode);
  if (!launcher.countOnNode[0])
    rank.countOnNode = countOnNodeOfStep();
  else
    readNumber(launcher.countOnNode, rank.countOnNode);
  if (rank.countOnNode == 0 || rank.countOnNode > rank.count || rank.numberOnNode >= rank.countOnNode)
    rank.numberOnNode = 0, rank.countOnNode = 1;
  return rank;
}

Rank rankOfProcess() {
  for (const Launcher &launcher : launchers) {
    uint64_t number, count;
    // A rank without a count, or one that is no rank of so many, is no rank: other programs use such names, too.
    if (readNumber(launcher.number, number) && readNumber(launcher.count, count) && number < count)
      return rankBy(launcher);
  }
  return {};
}

/// Of a process's file "stat": the number behind its name, which may hold anything, and its state.
static pid_t parentOf(pid_t process) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", static_cast<int>(process));
  if (!readFile(path, text, sizeof text))
    return 0;
  const char *behindName = strrchr(text, ')');
  int parent = 0;
  return behindName && sscanf(behindName + 1, " %*c %d", &parent) == 1 ? parent : 0;
}

/// Whether the process was started with a variable of one of the ranks'. What may not be read is the system's.
static bool isRank(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/environ", static_cast<int>(process));
  FILE *file = fopen(path, "re");
  if (!file)
    return false;
  char *entry = nullptr;
  size_t capacity = 0;
  bool found = false;
  while (!found && getdelim(&entry, &capacity, '\0', file) > 0)
    for (const Launcher &launcher : launchers) {
      size_t length = strlen(launcher.number);
      found |= !strncmp(entry, launcher.number, length) && entry[length] == '=';
    }
  free(entry);
  fclose(file);
  return found;
}

pid_t launcherOfRanks() {
  constexpr unsigned MostAncestors = 16;
  pid_t process = getppid();
  for (unsigned step = 0; step < MostAncestors && process > 1; ++step) {
    if (!isRank(process))
      return process;
    process = parentOf(process);
  }
  return 0;
}

} // namespace tactus
