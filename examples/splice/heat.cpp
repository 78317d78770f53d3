//===- heat.cpp - time steps that share the cache -------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Heat flows through a plate. Each time step reads one array and writes the other; both are larger than the cache, so
// time step after time step brings all of them from memory. Spliced, a time step follows close behind the one before,
// and finds its rows in the cache.
//
//   clang++ -std=c++20 -O3 heat.cpp -ltactus_splice -o heat
//   ./heat [rows [columns [time steps]]]
//
//===----------------------------------------------------------------------===//
#include <tactus/splice.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace splice = tactus::splice;

namespace {

long rows = 2000, columns = 2000;
std::vector<double> plates[2];

double *row(long step, long number) { return plates[step % 2].data() + number * columns; }

/// Rows [first, last) of the plate after `step` steps, as bytes in memory.
splice::byte_range rowsAfter(long step, long first, long last) {
  first = std::max(first, 0L);
  last = std::min(last, rows);
  return splice::range(row(step, first), static_cast<std::size_t>((last - first) * columns));
}

/// What time step `step` does to rows [first, last): it reads one row more on both sides.
splice::effects touched(long step, long first, long last) {
  return splice::reads(rowsAfter(step, first - 1, last + 1)) | splice::writes(rowsAfter(step + 1, first, last));
}

/// The work itself.
void flow(long step, long first, long last) {
  for (long number = std::max(first, 1L); number < std::min(last, rows - 1); ++number) {
    const double *here = row(step, number);
    double *next = row(step + 1, number);
    for (long column = 1; column < columns - 1; ++column)
      next[column] = here[column] + 0.1 * (here[column - 1] + here[column + 1] + here[column - columns] +
                                           here[column + columns] - 4 * here[column]);
  }
}

void advance(long step, long first, long last);
/// A time step, on some of the rows, with its effects.
constexpr splice::function<touched, advance> timeStep;

void advance(long step, long first, long last) {
  if (last - first > 64) {
    long middle = (first + last) / 2;
    return splice::finish(timeStep(step, first, middle), timeStep(step, middle, last));
  }
  // Four rows at a time. Each time step stays one row behind the one before, so it cuts one row earlier.
  splice::steps(
      splice::chunks{first, last, 4, step},
      [=](const splice::chunks &part) { return touched(step, part.first, part.last); },
      [=](const splice::chunks &part) { flow(step, part.first, part.last); }, splice::last);
}

double seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// The plate at the end, and how long that took.
template <class Run> std::pair<std::vector<double>, double> timed(long steps, Run run) {
  for (std::vector<double> &plate : plates) {
    plate.assign(static_cast<std::size_t>(rows * columns), 20.0);
    std::fill_n(plate.begin(), columns, 100.0); // the upper edge is hot
  }
  double begin = seconds();
  run();
  return {plates[steps % 2], seconds() - begin};
}

} // namespace

int main(int argc, char **argv) {
  long steps = argc > 3 ? std::atol(argv[3]) : 64;
  if (argc > 1)
    rows = std::atol(argv[1]);
  if (argc > 2)
    columns = std::atol(argv[2]);
  if (rows < 3 || columns < 3 || steps < 1) {
    std::fprintf(stderr, "heat: error: %ld x %ld plates and %ld time steps: at least 3 x 3 and 1\n", rows, columns,
                 steps);
    return 2;
  }
  auto [plain, plainTime] = timed(steps, [=] {
    for (long step = 0; step < steps; ++step)
      flow(step, 0, rows);
  });
  auto [spliced, splicedTime] = timed(steps, [=] {
    splice::try_splice(16, [=] {
      for (long step = 0; step < steps; ++step)
        splice::invoke(timeStep(step, 0L, rows));
    });
  });
  if (plain != spliced) {
    std::fprintf(stderr, "heat: error: the spliced result differs; please report it\n");
    return 1;
  }
  std::printf("%ld x %ld, %ld time steps: loops %.3f s, spliced %.3f s, the same result\n", rows, columns, steps,
              plainTime, splicedTime);
  return 0;
}
