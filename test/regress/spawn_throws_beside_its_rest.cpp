// FLAGS: -O2 -fno-openmp
// A spawned call throws after its continuation was stolen, which has left or entered scopes: every object is
// constructed and destroyed exactly once, and the exception is the serial program's.
#include <cilk/cilk.h>
#include <cstdio>
#include <cstdlib>

static int alive, wrong;
struct C {
  int state;
  C() : state(1234) { __atomic_add_fetch(&alive, 1, __ATOMIC_RELAXED); }
  C(const C &) : C() {}
  ~C() {
    if (state != 1234)
      __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
    state = 0;
    __atomic_sub_fetch(&alive, 1, __ATOMIC_RELAXED);
  }
};

__attribute__((noinline)) static void work(int amount) {
  for (volatile int i = 0; i < amount; i = i + 1)
    ;
}
__attribute__((noinline)) static void thrower(int value = 1) {
  work(20000);
  throw value;
}
__attribute__((noinline)) static void ok() { work(8000); }
__attribute__((noinline)) static C value() {
  ok();
  return C();
}
__attribute__((noinline)) static C noValue() {
  thrower();
  return C();
}

static void leavesScope() {
  {
    C c;
    cilk_spawn thrower();
  }
  ok();
  cilk_sync;
}
static void entersScope() {
  cilk_spawn thrower();
  C b = value();
  ok();
  cilk_sync;
}
static void inLoop() {
  for (int i = 0; i < 3; ++i) {
    C c;
    cilk_spawn thrower();
    C d = value();
    if (i == 1)
      cilk_sync;
  }
  ok();
}
static void implicitSync() {
  C a;
  cilk_spawn thrower();
  C b;
  ok();
}
static void initialises() {
  C b = cilk_spawn noValue();
  C c;
  ok();
  cilk_sync;
}
static void restThrowsToo() {
  C a;
  cilk_spawn thrower(1);
  C b;
  work(30000);
  throw 2;
}
static void restCatches() {
  cilk_spawn thrower(1);
  try {
    C c;
    thrower(3);
  } catch (int) {
    C d;
    ok();
  }
  C e;
  cilk_sync;
}
static void nested() {
  cilk_spawn ok();
  C a;
  cilk_spawn thrower(1);
  C b;
  cilk_spawn thrower(2);
  C c = value();
  cilk_sync;
}
static void scope() {
  C a;
  cilk_scope {
    C b;
    cilk_spawn thrower();
    C c;
    ok();
  }
  ok();
}
static void ownTry() {
  int caught = 0;
  try {
    C a;
    cilk_spawn thrower(4);
    C b;
    ok();
  } catch (int thrown) {
    caught = thrown;
  }
  C c;
  if (caught != 4)
    ++wrong;
  throw 1;
}

int main() {
  void (*const cases[])() = {leavesScope,   entersScope, inLoop, implicitSync, initialises,
                             restThrowsToo, restCatches, nested, scope,        ownTry};
  for (unsigned which = 0; which < sizeof cases / sizeof *cases; ++which)
    for (int round = 0; round < 30; ++round) {
      int thrown = 0;
      try {
        cases[which]();
      } catch (int exception) {
        thrown = exception;
      }
      if (thrown != 1 || alive || wrong) {
        printf("case %u, round %d: thrown %d, alive %d, wrong %d\n", which, round, thrown, alive, wrong);
        return 1;
      }
    }
  return 0;
}
