// What follows a spawn throws, while the spawned call uses the function's objects: they are destroyed after it.
// FLAGS: -O2 -std=c++20
// PROMOTES
#include "support.h"
#include <cilk/cilk.h>
#include <stdexcept>
#include <string>
#include <vector>

static long alive;
struct Buffer {
  std::vector<long> data;
  explicit Buffer(long n) : data(n) { __atomic_fetch_add(&alive, 1, __ATOMIC_RELAXED); }
  ~Buffer() {
    for (long &x : data)
      x = -1;
    __atomic_fetch_sub(&alive, 1, __ATOMIC_RELAXED);
  }
};

static NOINLINE void fill(Buffer &buffer, long seed) {
  for (long &x : buffer.data)
    x = work(seed++, 30) % 1000;
}
static NOINLINE long sum(const Buffer &buffer) {
  long result = 0;
  for (long x : buffer.data)
    result += x;
  return result;
}
static NOINLINE long risky(long n, const char *name) {
  if (work(n, 50) % 3 == 0)
    throw std::runtime_error(name + std::to_string(n));
  return n % 100;
}

// Destructors on the way out.
static long both(long n) {
  Buffer left(60 + n % 7);
  cilk_spawn fill(left, n);
  Buffer right(40);
  fill(right, n + 1);
  long b = risky(n, "second");
  cilk_sync;
  return sum(left) + sum(right) + b;
}

// A handler in the function, which sees what the spawned call has written.
static long handled(long n) {
  Buffer left(50);
  long b = 0;
  cilk_spawn fill(left, n);
  try {
    b = risky(n, "inner");
    b += risky(n + 5, "inner");
  } catch (const std::runtime_error &e) {
    b = -long(std::string(e.what()).size());
  }
  b += work(n, 10) % 7;
  cilk_sync;
  return sum(left) + b;
}

// Several spawns, a loop, and values that the handler needs.
static long loop(long n) {
  std::vector<Buffer> buffers;
  for (int i = 0; i < 6; ++i)
    buffers.emplace_back(10 + i);
  long done = 0;
  try {
    for (int i = 0; i < 6; ++i) {
      cilk_spawn fill(buffers[i], n + i);
      done += risky(n + i, "loop");
    }
    cilk_sync;
  } catch (const std::exception &e) {
    cilk_sync;
    done = done * 1000 + std::string(e.what()).size();
  }
  return done;
}

// Exceptions that pass through several rests.
static long tree(long n, int depth) {
  if (depth == 0)
    return risky(n, "leaf");
  long a = cilk_spawn tree(n * 2, depth - 1);
  long b = tree(n * 2 + 1, depth - 1);
  cilk_sync;
  return a + b;
}

template <class Function> static void show(const char *name, Function f) {
  uint64_t hash = 0;
  for (long n = 0; n < 40; ++n)
    try {
      hash = mix(hash ^ f(n));
    } catch (const std::exception &e) {
      hash = mix(hash ^ hash_bytes(e.what(), std::string(e.what()).size()));
      if (std::uncaught_exceptions() != 0)
        std::printf("an exception is on its way\n");
    }
  SHOW(name, hash & 0xffffffffffff);
  SHOW("alive", alive);
}

int main() {
  show("both", both);
  show("handled", handled);
  show("loop", loop);
  show("tree", [](long n) { return tree(n, 6); });
  show("short tree", [](long n) { return tree(n, 2); });
  return 0;
}
