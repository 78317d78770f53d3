// A list reducer in a tree of spawns: the order is that of the serial program, wherever it is promoted.
// FLAGS: -O2 -std=c++20
// PROMOTES
#include "support.h"
#include <cilk/cilk.h>
#include <cilk/reducer_list.h>

static cilk::reducer<cilk::op_list_append<int>> forwards;
static cilk::reducer<cilk::op_list_prepend<int>> backwards;

static void visit(int begin, int end) {
  if (end - begin == 1) {
    if (work(begin, 40) % 3) {
      forwards->push_back(begin);
      backwards->push_front(begin);
    }
    return;
  }
  int middle = begin + (end - begin) / 2;
  cilk_spawn visit(begin, middle);
  visit(middle, end);
  cilk_sync;
}

int main() {
  for (int round = 0; round < 3; ++round) {
    visit(0, 3000 + round);
    uint64_t hash = 0;
    for (int x : forwards.get_value())
      hash = mix(hash ^ x);
    for (int x : backwards.get_value())
      hash = mix(hash ^ x);
    SHOW("elements", forwards.get_value().size());
    SHOW("hash", hash);
  }
  return 0;
}
