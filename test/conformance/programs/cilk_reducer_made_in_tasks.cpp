// Reducers that are made in spawned calls and their continuations, on the stack and on the heap, and passed on.
// FLAGS: -O1 -std=c++20
// PROMOTES
#include "support.h"
#include <cilk/cilk.h>
#include <cilk/reducer_opadd.h>
#include <cilk/reducer_string.h>
#include <memory>

using Text = cilk::reducer<cilk::op_string>;

static void fill(Text &text, int depth) {
  *text += char('a' + depth);
  if (depth > 0) {
    cilk_spawn fill(text, depth - 1);
    *text += '.';
    fill(text, depth - 1);
    cilk_sync;
  }
  *text += char('A' + depth);
}

// The leftmost view has a value already, and another strand goes on with the reducer.
static void make(std::unique_ptr<Text> &place, int depth) {
  place = std::make_unique<Text>("begin ");
  fill(*place, depth);
}

static uint64_t build(int n) {
  if (n == 0) {
    Text own;
    fill(own, 2);
    *own += "!";
    return hash_bytes(own.get_value().data(), own.get_value().size());
  }
  std::unique_ptr<Text> left, right;
  cilk_spawn make(left, n % 4);
  make(right, (n + 1) % 4);
  cilk_sync;
  cilk_spawn fill(*left, 2);
  fill(*right, 1);
  uint64_t below = build(n - 1);
  cilk_sync;
  **left += right->get_value();
  return mix(below ^ hash_bytes(left->get_value().data(), left->get_value().size()));
}

int main() {
  for (int n = 0; n < 60; n += 7)
    SHOW("hash", build(n) & 0xffffffffffff);
  return 0;
}
