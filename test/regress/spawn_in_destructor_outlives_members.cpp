// FLAGS: -O1 -fno-openmp
// What a destructor, a constructor or a try block spawns ends with its block: before members and bases are destroyed,
// and for the block's own handlers.
#include <cilk/cilk.h>
#include <cstdio>

static int wrong, alive;
struct Member {
  int state = 77;
  Member() { ++alive; }
  ~Member() {
    state = -1;
    --alive;
  }
};
__attribute__((noinline)) static void work(int amount) {
  for (volatile int i = 0; i < amount; i = i + 1)
    ;
}
__attribute__((noinline)) static void use(const Member &member) {
  work(20000);
  if (__atomic_load_n(&member.state, __ATOMIC_RELAXED) != 77)
    __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);
}
__attribute__((noinline)) static void thrower(int value) {
  work(20000);
  throw value;
}
struct Base {
  Member inBase;
};
struct Destroyed : Base {
  Member member;
  ~Destroyed() {
    cilk_spawn use(member);
    cilk_spawn use(inBase);
    work(5000);
  }
};
template <class T> struct DestroyedTemplate : Base {
  T member;
  ~DestroyedTemplate() {
    cilk_spawn use(member);
    cilk_spawn use(inBase);
    work(5000);
  }
};
struct DestroyedInTry : Base {
  Member member;
  ~DestroyedInTry() try {
    cilk_spawn use(member);
    work(5000);
  } catch (...) {
  }
};
struct Made : Base {
  Member member;
  Made() {
    cilk_spawn thrower(1);
    work(5000);
  }
};
struct MadeInTry : Base {
  Member member;
  MadeInTry() try {
    cilk_spawn thrower(2);
    work(5000);
  } catch (int &value) {
    value = 1;
  }
};
struct RestThrows : Base {
  Member member;
  RestThrows() {
    cilk_spawn use(member);
    work(1000);
    throw 1;
  }
};
template <class T> static int make() {
  try {
    T object;
  } catch (int value) {
    return value;
  }
  return 0;
}
static int nestedTry() {
  int caught = 0;
  try {
    cilk_spawn thrower(1);
    try {
      cilk_spawn work(100);
      work(3000);
      cilk_sync;
    } catch (int) {
      return -1; // not the inner block's
    }
    work(3000);
  } catch (int value) {
    caught = value;
  }
  return caught;
}

int main() {
  for (int round = 0; round < 60; ++round) {
    {
      Destroyed object;
    }
    {
      DestroyedTemplate<Member> object;
    }
    {
      DestroyedInTry object;
    }
    auto lambda = [](int expected) {
      try {
        cilk_spawn thrower(expected);
        work(3000);
      } catch (int value) {
        return value == expected;
      }
      return false;
    };
    int made = make<Made>(), madeInTry = make<MadeInTry>(), rest = make<RestThrows>(), nested = nestedTry();
    bool inLambda = lambda(round);
    if (made != 1 || madeInTry != 1 || rest != 1 || nested != 1 || !inLambda || wrong || alive) {
      printf("round %d: %d %d %d %d %d, used dead members %d times, alive %d\n", round, made, madeInTry, rest, nested,
             inLambda, wrong, alive);
      return 1;
    }
  }
  return 0;
}
