//===- task_group_quicksort.cpp - a recursion with task_group -------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A recursion that gives a task_group one of two halves at each step: quicksort without a cut-off but for tiny parts.
//
//===----------------------------------------------------------------------===//
// GRAINS: 100 1000 10000
// SIZES: 1000000 50000
#include "measure.h"

#include <tbb/task_group.h>

#include <algorithm>
#include <vector>

static void serialSort(uint32_t *begin, uint32_t *end) { std::sort(begin, end); }

static void sort(uint32_t *begin, uint32_t *end) {
  if (end - begin < 16 || bench::isSerial(end - begin))
    return serialSort(begin, end);
  uint32_t pivot =
      std::max(std::min(begin[0], end[-1]), std::min(std::max(begin[0], end[-1]), begin[(end - begin) / 2]));
  auto *low = std::partition(begin, end, [pivot](uint32_t value) { return value < pivot; });
  auto *high = std::partition(low, end, [pivot](uint32_t value) { return value == pivot; });
  tbb::task_group group;
  group.run([=] { sort(begin, low); });
  sort(high, end);
  group.wait();
}

int main(int argc, char **argv) {
  return bench::run(argc, argv, [](long n) {
    return [n, numbers = std::vector<uint32_t>(n)]() mutable {
      for (long i = 0; i < n; ++i)
        numbers[i] = static_cast<uint32_t>(bench::random(i));
      sort(numbers.data(), numbers.data() + n);
      double check = 0;
      for (long i = 0; i < n; i += 1000)
        check += numbers[i];
      return check;
    };
  });
}
