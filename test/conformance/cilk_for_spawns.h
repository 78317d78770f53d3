// Spawns in the iterations of a cilk_for in C, which end with their iteration, loops in spawned functions, and
// functions that do both. What programs/cilk_for_spawns_*.c compile with and without -fopenmp.
#ifndef CONFORMANCE_CILK_FOR_SPAWNS_H
#define CONFORMANCE_CILK_FOR_SPAWNS_H

#include "support.h"
#include <cilk/cilk.h>

static uint64_t fib(int n) {
  if (n < 2)
    return n;
  uint64_t a = cilk_spawn fib(n - 1);
  uint64_t b = fib(n - 2);
  cilk_sync;
  return a + b;
}

NOINLINE static void put(uint64_t *to, const uint64_t *from) { *to = work(*from, 30); }

/// No sync is written: the variables of an iteration end with it, and so must the spawns that use them.
NOINLINE static void ends_with_iteration(uint64_t *results, int n) {
  cilk_for(int i = 0; i < n; ++i) {
    uint64_t own = i;
    uint64_t own_result = 0;
    struct {
      uint64_t *to;
      const uint64_t *from;
    } way = {i % 2 ? &results[i] : &own_result, &own};
    cilk_spawn put(way.to, way.from);
    if (i % 3 == 0)
      continue;
    results[(i + 1) % 2 ? i : n + i] = fib(i % 5);
  }
}

NOINLINE static void syncs(uint64_t *results, int n) {
  cilk_for(int i = 0; i < n; ++i) {
    uint64_t a = cilk_spawn fib(i % 9);
    uint64_t b = cilk_spawn fib(i % 7);
    uint64_t c = fib(i % 8);
    cilk_sync;
    results[i] = a * 31 + b * 7 + c;
    cilk_scope {
      cilk_spawn put(&a, &results[i]);
      put(&b, &c);
    }
    for (int k = 0; k < i % 4; ++k)
      cilk_spawn put(&results[i * 4 + k + n], &b);
    results[i] ^= a + b;
  }
}

/// A loop whose iterations spawn, and hold loops.
NOINLINE static void loops_beside_spawns(uint64_t *results, int n) {
  cilk_for(int i = 0; i < n; ++i) {
    uint64_t a = cilk_spawn fib(i % 8);
    cilk_for(int k = 0; k < 20; ++k) results[i * 20 + k] = work(i + k, 5);
    cilk_sync;
    cilk_for(int k = 0; k < 20; ++k) {
      uint64_t b = cilk_spawn fib(k % 4);
      results[i * 20 + k] += a * fib(k % 3);
      cilk_sync;
      results[i * 20 + k] ^= b;
    }
  }
}

/// The body is one statement, which spawns.
NOINLINE static void single_statements(uint64_t *results, int n) {
  cilk_for(int i = 0; i < n; ++i) results[i] = cilk_spawn fib(i % 6);
  cilk_for(int i = 0; i < n; ++i) if (i % 3) results[i] += 1;
  else cilk_spawn put(&results[i], &results[i]);
  cilk_for(int i = 0; i < n; ++i) for (int k = 0; k < 3; ++k) cilk_spawn put(&results[i + (k + 1) * n], &results[i]);
}

/// A loop in each of many spawned functions: the oldest parallelism is a spawn or a loop by turns.
static uint64_t tree(int n) {
  if (n == 0)
    return 1;
  uint64_t parts[4];
  uint64_t before = cilk_spawn tree(n - 1);
  cilk_for(int i = 0; i < 4; ++i) parts[i] = tree(n - 1) * (i + 2) % 10007;
  uint64_t after = tree(n - 1);
  cilk_sync;
  for (int i = 0; i < 4; ++i)
    after = after * 3 + parts[i];
  return (after + before) & 0xffffff;
}

/// A spawn is waiting while the loop runs.
NOINLINE static uint64_t around(uint64_t *results, int n) {
  uint64_t first = cilk_spawn fib(12);
  cilk_for(int i = 0; i < n; ++i) results[i] = work(i, 40);
  uint64_t second = cilk_spawn fib(11);
  cilk_for(int i = 0; i < n; ++i) results[i] += work(i, 4);
  cilk_sync;
  return first * 1000 + second;
}

int main(void) {
  static uint64_t results[4000];
  ends_with_iteration(results, 500);
  SHOW_ARRAY("ends with iteration", results, 4000);
  syncs(results, 300);
  SHOW_ARRAY("syncs", results, 4000);
  loops_beside_spawns(results, 40);
  SHOW_ARRAY("loops beside spawns", results, 4000);
  single_statements(results, 500);
  SHOW_ARRAY("single statements", results, 4000);
  SHOW("tree", tree(4));
  SHOW("around", around(results, 1000));
  SHOW_ARRAY("around", results, 4000);
  return 0;
}

#endif
