// An exception leaves a tree of spawns. What the abandoned part has added to reducers is dropped.
// FLAGS: -O2 -std=c++20
// PROMOTES
#include "support.h"
#include <cilk/cilk.h>
#include <cilk/reducer_list.h>
#include <cilk/reducer_opadd.h>

static int alive;
struct Counted {
  int value;
  Counted(int v) : value(v) { __atomic_fetch_add(&alive, 1, __ATOMIC_RELAXED); }
  Counted(const Counted &other) : Counted(other.value) {}
  ~Counted() { __atomic_fetch_sub(&alive, 1, __ATOMIC_RELAXED); }
};

static cilk::reducer_opadd<long> sum;
static cilk::reducer<cilk::op_list_append<Counted>> seen;

static void visit(int begin, int end, int bad) {
  if (end - begin > 1) {
    int middle = begin + (end - begin) / 2;
    cilk_spawn visit(begin, middle, bad);
    visit(middle, end, bad);
    cilk_sync;
    return;
  }
  if (begin == bad)
    throw begin;
  sum += work(begin, 30) % 1000;
  seen->emplace_back(begin);
}

int main() {
  for (int bad : {-1, 0, 1, 2, 8, 33, 299, 300, 450, 599}) {
    try {
      visit(0, 600, bad);
    } catch (int place) {
      SHOW("thrown", place);
    }
    SHOW("sum", sum.get_value());
    SHOW("seen", seen.get_value().size());
    uint64_t hash = 0;
    for (const Counted &x : seen.get_value())
      hash = mix(hash ^ x.value);
    SHOW("hash", hash);
    SHOW("alive", alive);
  }
  return 0;
}
