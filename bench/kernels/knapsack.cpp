//===- knapsack.cpp - 0-1 knapsack by branch and bound -------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// A fork at every item: take it, or leave it. The best value found so far prunes the branches that follow, so their
// sizes are unknown until they have been searched, and a parallel search may do more work than the serial one, or less.
// Value and weight of the items are strongly correlated, which makes bounds weak and searches long (Pisinger: "Where
// are the hard knapsack problems?", Computers & Operations Research 32, 2005). The best value itself is always the
// same.
//
//===----------------------------------------------------------------------===//
#include "forks.h"
#include "workload.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>

namespace {

struct Item {
  uint32_t weight, value;
};

constexpr uint32_t LargestWeight = 1000, Bonus = 100;

// Most value for each weight first.
Item *items;
size_t itemCount;
uint32_t capacity;
// Written by all branches, read by all to prune; only ever grows. Relaxed: an old value prunes less, nothing else.
std::atomic<uint32_t> best;

inline void raiseBest(uint32_t value) {
  uint32_t known = best.load(std::memory_order_relaxed);
  while (known < value && !best.compare_exchange_weak(known, value, std::memory_order_relaxed))
    ;
}

// The kernel: decides about the items from `item` on.
void search(const Item *item, const Item *end, uint32_t room, uint32_t value) {
  // Items that do not fit can only be left.
  while (item != end && item->weight > room)
    ++item;
  if (item == end) {
    raiseBest(value);
    return;
  }
  // No item that follows has more value for its weight.
  uint64_t bound = value + static_cast<uint64_t>(room) * item->value / item->weight;
  if (bound <= best.load(std::memory_order_relaxed))
    return;
#ifdef BENCH_PAR
  tactus::par([=] { search(item + 1, end, room - item->weight, value + item->value); },
              [=] { search(item + 1, end, room, value); });
#else
#pragma omp task
  search(item + 1, end, room - item->weight, value + item->value);
#pragma omp task
  search(item + 1, end, room, value);
#pragma omp taskwait
#endif
}

void prepare(size_t size, uint64_t seed) {
  itemCount = size;
  items = static_cast<Item *>(allocate(size, sizeof(Item)));
  uint64_t total = 0;
  for (size_t i = 0; i < size; ++i) {
    uint32_t weight = static_cast<uint32_t>(nextRandom(&seed) % LargestWeight) + 1;
    items[i] = {weight, weight + Bonus};
    total += weight;
  }
  std::sort(items, items + size, [](const Item &a, const Item &b) {
    return static_cast<uint64_t>(a.value) * b.weight > static_cast<uint64_t>(b.value) * a.weight;
  });
  capacity = static_cast<uint32_t>(total / 2);
}

void reset() { best = 0; }

void run() {
#pragma omp parallel
#pragma omp single
  search(items, items + itemCount, capacity, 0);
}

double checksum() { return best; }

// Dynamic programming over capacities.
double verify() {
  auto *bestFor = static_cast<uint32_t *>(allocate(capacity + size_t{1}, sizeof(uint32_t)));
  std::fill(bestFor, bestFor + capacity + 1, 0);
  for (size_t i = 0; i < itemCount; ++i)
    for (uint32_t room = capacity; room >= items[i].weight; --room)
      bestFor[room] = std::max(bestFor[room], bestFor[room - items[i].weight] + items[i].value);
  double wrong = best == bestFor[capacity] ? 0 : 1;
  std::free(bestFor);
  return wrong;
}

} // namespace

extern "C" const Workload workload = {"knapsack", "items", 64, 0, prepare, reset, run, checksum, verify};
