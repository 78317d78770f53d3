//===- map.cpp - a function of every element --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// One loop whose body is, by MAP_WORK:
//
//   MAP_LIGHT   one addition
//   MAP_HEAVY   a chain of ten thousand random numbers
//
//===----------------------------------------------------------------------===//
#include "../workload.h"
#include "parallel.h"

#define MAP_LIGHT 1
#define MAP_HEAVY 2
#ifndef MAP_WORK
#error "define MAP_WORK as MAP_LIGHT or MAP_HEAVY"
#endif

namespace {

constexpr bool IsHeavy = MAP_WORK == MAP_HEAVY;
constexpr int Chain = 10000;

size_t count;
std::unique_ptr<uint64_t[]> input, output;

inline uint64_t work(uint64_t value) {
  if (!IsHeavy)
    return value + 1;
  for (int i = 0; i < Chain; ++i)
    value ^= nextRandom(&value);
  return value;
}

// The kernel.
__attribute__((noinline)) void mapAll(size_t n, const uint64_t *from, uint64_t *to) {
  parallel::forEach(0, n, IsHeavy ? 1 : 5000, [=](size_t i) { to[i] = work(from[i]); });
}

void prepare(size_t size, uint64_t seed) {
  count = size;
  input = parallel::makeArray<uint64_t>(size);
  output = parallel::makeArray<uint64_t>(size);
  for (size_t i = 0; i < size; ++i)
    input[i] = nextRandom(&seed);
}

void reset() { std::fill_n(output.get(), count, 0); }

void run() { mapAll(count, input.get(), output.get()); }

double checksum() {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; ++i)
    sum = (sum + output[i]) * 0x9e3779b97f4a7c15u;
  return static_cast<double>(sum >> 11);
}

// The light function is undone; of the heavy one, all chains go forward together instead of one after the other.
double verify() {
  if (!IsHeavy) {
    for (size_t i = count; i-- > 0;)
      if (output[i] - input[i] != 1)
        return 1;
    return 0;
  }
  std::unique_ptr<uint64_t[]> values = parallel::makeArray<uint64_t>(count);
  std::copy_n(input.get(), count, values.get());
  for (int step = 0; step < Chain; ++step)
    for (size_t i = 0; i < count; ++i) {
      uint64_t state = values[i], drawn = nextRandom(&state);
      values[i] = state ^ drawn;
    }
  return std::equal(values.get(), values.get() + count, output.get()) ? 0 : 1;
}

} // namespace

extern "C" const Workload workload = {IsHeavy ? "mpl-map-heavy" : "mpl-map-light",
                                      "elements",
                                      IsHeavy ? 4000 : 40000000,
                                      0,
                                      prepare,
                                      reset,
                                      run,
                                      checksum,
                                      verify};
