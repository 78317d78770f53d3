// FLAGS: -O2 -fno-openmp
// LACKS: spawned call executed as an ordinary call
// The object that a function returns is made by a spawned call, or beside one, and that or what follows throws: every
// object is constructed and destroyed exactly once.
#include <cilk/cilk.h>
#include <cstdio>

static int alive, wrong;
struct C {
  C *self;
  C() : self(this) { __atomic_add_fetch(&alive, 1, __ATOMIC_RELAXED); }
  C(const C &other) : C() {
    if (other.self != &other)
      __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
  }
  ~C() {
    if (self != this)
      __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
    self = nullptr;
    __atomic_sub_fetch(&alive, 1, __ATOMIC_RELAXED);
  }
};

struct Big {
  long values[9];
};

__attribute__((noinline)) static void work(bool throws, int value) {
  for (volatile int i = 0; i < 9000; i = i + 1)
    ;
  if (throws)
    throw value;
}
__attribute__((noinline)) static C make(bool throws, int value) {
  work(throws, value);
  return C();
}

static C madeBySpawn(bool first, bool second) {
  C made = cilk_spawn make(first, 1);
  C other = make(second, 2);
  cilk_sync;
  return made;
}
static C madeBefore(bool first, bool second) {
  C made;
  cilk_spawn work(first, 1);
  C other = make(second, 2);
  return made;
}
static C madeBehind(bool first, bool second) {
  cilk_spawn work(first, 1);
  C other = make(second, 2);
  return make(second, 3);
}
static C madeInBranches(bool first, bool second) {
  if (second) {
    cilk_spawn work(first, 1);
    return make(second, 2);
  }
  cilk_scope {
    cilk_spawn work(first, 1);
    work(second, 2);
    return C();
  }
}
static C madeInTry(bool first, bool second) {
  try {
    cilk_spawn work(first, 1);
    C other = make(second, 2);
    return C();
  } catch (int) {
    throw;
  }
}
template <typename T> static T madeInTemplate(bool first, bool second) {
  auto inner = [&](auto value) -> T {
    cilk_spawn work(first, value);
    work(second, 2);
    return T();
  };
  return inner(1);
}
static Big withoutDestructor(bool first, bool second) {
  cilk_spawn work(first, 1);
  work(second, 2);
  return Big{};
}

template <typename Function> static void check(const char *name, Function function) {
  for (int i = 0; i < 64; ++i) {
    bool first = i & 1, second = i & 2;
    int expected = first ? 1 : second ? 2 : 0, caught = 0;
    try {
      function(first, second);
    } catch (int value) {
      caught = value;
    }
    if (caught != expected || alive != 0) {
      printf("%s: caught %d, not %d; %d objects are left\n", name, caught, expected, alive);
      ++wrong;
      alive = 0;
    }
  }
}

int main() {
  check("made by spawn", madeBySpawn);
  check("made before", madeBefore);
  check("made behind", madeBehind);
  check("made in branches", madeInBranches);
  check("made in try", madeInTry);
  check("made in template", madeInTemplate<C>);
  check("without destructor", withoutDestructor);
  if (wrong)
    printf("%d errors\n", wrong);
  return wrong != 0;
}
