//===- dynamic_loops.cpp - loops that the members of a team of one share out -------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A workload of bench's driver, as recursions.cpp. Each region's thread asks who it is, so its loop is no latent one:
// its chunks are asked for. There is nobody else to ask for any.
//
//===----------------------------------------------------------------------===//
#include "workload.h"

#include <omp.h>

namespace {

constexpr int Slots = 64;

uint64_t slots[Slots];

uint64_t sumOfSlots() {
  uint64_t sum = 0;
  for (uint64_t slot : slots)
    sum += slot;
  return sum;
}

} // namespace

extern "C" [[gnu::noinline]] uint64_t sumDynamically(int count) {
#pragma omp parallel
  {
    uint64_t &mine = slots[omp_get_thread_num() % Slots];
#pragma omp for schedule(dynamic)
    for (int i = 0; i < count; i++)
      mine += i & 7;
  }
  return sumOfSlots();
}

namespace {

int size;
uint64_t result;

void prepare(size_t asked, uint64_t) { size = static_cast<int>(asked); }

void reset() {
  result = 0;
  for (uint64_t &slot : slots)
    slot = 0;
}

void run() { result = sumDynamically(size); }

double checksum() { return static_cast<double>(result); }

/// How far the sum is from that of one loop.
double verify() {
  uint64_t expected = 0;
  for (int i = 0; i < size; i++)
    expected += i & 7;
  return static_cast<double>(result > expected ? result - expected : expected - result);
}

} // namespace

const Workload workload = {
    .name = "dynamic_loops",
    .sizeMeaning = "how many iterations",
    .defaultSize = 16,
    .tolerance = 0,
    .prepare = prepare,
    .reset = reset,
    .run = run,
    .checksum = checksum,
    .verify = verify,
    .load = nullptr,
    .inputFormat = nullptr,
};
