// A loop of spawns of which some throw: the first in program order arrives, and nothing deepens the stack before.
#include <atomic>
#include <cilk/cilk.h>
#include <cstdio>

static constexpr long Spawns = 30000;
static std::atomic<long> ran{0};

[[gnu::noinline]] static void step(long index, long firstToThrow) {
  ++ran;
  if (index >= firstToThrow && index % 7 == firstToThrow % 7)
    throw index;
}

[[gnu::noinline]] static void other(long index, long thrower) {
  if (index == thrower)
    throw -index;
}

/// Throws from the spawned calls.
[[gnu::noinline]] static void spawnAll(long count, long firstToThrow) {
  for (long i = 0; i < count; ++i)
    cilk_spawn step(i, firstToThrow);
  cilk_sync;
}

/// Throws from what runs beside them.
[[gnu::noinline]] static void throwBeside(long count, long thrower) {
  for (long i = 0; i < count; ++i) {
    cilk_spawn step(i, count);
    other(i, thrower);
  }
  cilk_sync;
}

int main() {
  long wrong = 0;
  for (long first : {Spawns - 2, 5L, Spawns / 2}) {
    try {
      spawnAll(Spawns, first);
      ++wrong;
    } catch (long index) {
      wrong += index != first;
    }
    try {
      throwBeside(Spawns, first);
      ++wrong;
    } catch (long index) {
      wrong += index != -first;
    }
  }
  ran = 0;
  spawnAll(Spawns, Spawns);
  wrong += ran != Spawns;
  if (wrong)
    std::printf("wrong=%ld ran=%ld\n", wrong, ran.load());
  return wrong != 0;
}
