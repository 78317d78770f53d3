//===- measure.cpp - rows of a table that take turns -----------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Runs of all systems take turns. With one worker the time is this thread's, so that others on the machine do not
// count.
//
//===----------------------------------------------------------------------===//
#include "measure.h"

#include <tactus/tactus.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace library_bench {

namespace {

constexpr int Rounds = 15;
constexpr std::size_t Systems = 4;

std::array<const Run *, Systems> runsOf(const Row &row) {
  return {&row.serial, &row.tactus, &row.pstl, &row.parallelMode};
}

double now() {
  timespec time;
  clock_gettime(tactus_worker_count() == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double median(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

void prepare(const Row &row) {
  if (row.prepare)
    row.prepare();
}

void measure(const Row &row) {
  std::array<const Run *, Systems> runs = runsOf(row);
  std::array<std::vector<double>, Systems> times;
  for (int round = -1; round < Rounds; ++round)
    for (std::size_t which = 0; which < Systems; ++which) {
      if (!*runs[which])
        continue;
      prepare(row);
      double begin = now();
      (*runs[which])();
      if (round >= 0)
        times[which].push_back(now() - begin);
    }
  std::printf("%-22s %9.3f", row.name, 1e3 * median(times[0]));
  for (std::size_t which = 1; which < Systems; ++which)
    if (*runs[which])
      std::printf(" %9.2f", median(times[which]) / median(times[0]));
    else
      std::printf(" %9s", "-");
  std::printf("\n");
  std::fflush(stdout);
}

/// --run ROW SYSTEM COUNT
int runOften(const std::vector<Row> &rows, char **argv) {
  auto row =
      std::find_if(rows.begin(), rows.end(), [&](const Row &one) { return std::strcmp(one.name, argv[2]) == 0; });
  auto system = std::strtoul(argv[3], nullptr, 10);
  if (row == rows.end() || system >= Systems || !*runsOf(*row)[system]) {
    std::fprintf(stderr, "library: no such cell: %s, system %s\n", argv[2], argv[3]);
    return 1;
  }
  for (long count = std::strtol(argv[4], nullptr, 10); count > 0; --count) {
    prepare(*row);
    (*runsOf(*row)[system])();
  }
  return 0;
}

} // namespace

int runTable(const std::vector<Row> &rows, int argc, char **argv) {
  if (argc == 5 && std::strcmp(argv[1], "--run") == 0)
    return runOften(rows, argv);
  std::printf("%-22s %9s %9s %9s %9s   workers: %u\n", "", "std, ms", "tactus", "pstl+tbb", "par. mode",
              tactus_worker_count());
  for (const Row &row : rows) {
    bool isWanted = argc == 1;
    for (int i = 1; i < argc; ++i)
      isWanted |= std::strncmp(row.name, argv[i], std::strlen(argv[i])) == 0;
    if (isWanted)
      measure(row);
  }
  return 0;
}

} // namespace library_bench
