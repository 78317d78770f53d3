"""Writes random Cilk programs whose calls throw at random places.

A program is a few functions of random statements: spawns and calls, objects that count themselves, scopes, loops,
conditions, try blocks, syncs, returned objects. Which calls throw and which conditions hold follows from the number of
the case, so one build covers many. For each case the program prints the exception that left it, which is that of the
serial program; it ends with an error if an object was destroyed twice, never, or without having been constructed.
"""

import random

HEAD = r"""#include <cilk/cilk.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

static unsigned currentCase;
static int alive;

static uint32_t mix(uint32_t a, uint32_t b) {
  uint32_t x = a * 0x9e3779b9u ^ (b + 0x7f4a7c15u) * 0x85ebca6bu;
  x ^= x >> 15;
  x *= 0x2c1b3c6du;
  x ^= x >> 12;
  x *= 0x297a2d39u;
  return x ^ x >> 15;
}
static bool holds(int place) { return mix(currentCase, place) & 1; }
static bool throwsAt(int place) { return currentCase && mix(currentCase * 31, place) % RARITY == 0; }

template <int Kind> struct Error {
  int place;
};
[[gnu::noinline]] static void fail(int place) {
  if (place % 2)
    throw Error<1>{place};
  throw Error<0>{place};
}
[[gnu::noinline]] static void work(int amount) {
  for (volatile int i = 0; i < amount; i = i + 1)
    ;
}

class C {
public:
  explicit C(int amount = 1) : state(Alive) {
    work(amount);
    __atomic_add_fetch(&alive, 1, __ATOMIC_RELAXED);
  }
  C(const C &other) : C(1) { other.use(); }
  ~C() {
    use();
    __atomic_store_n(&state, Dead, __ATOMIC_RELAXED);
    __atomic_sub_fetch(&alive, 1, __ATOMIC_RELAXED);
  }
  void use() const {
    if (__atomic_load_n(&state, __ATOMIC_RELAXED) == Alive)
      return;
    fprintf(stderr, "case %u: an object that does not exist is used\n", currentCase);
    _exit(3);
  }

private:
  enum State { Dead = 0x0dead, Alive = 0xa11fe };
  State state;
};

[[gnu::noinline]] static void call(int place) {
  work(mix(currentCase, place * 7) % 400);
  if (throwsAt(place))
    fail(place);
}
[[gnu::noinline]] static int number(int place) {
  call(place);
  return place;
}
[[gnu::noinline]] static C object(int place) {
  C result(20);
  call(place);
  return result;
}
[[gnu::noinline]] static void take(C taken, int place) {
  call(place);
  taken.use();
}
struct Ends {
  int place;
  C member;
  ~Ends() {
    cilk_spawn member.use();
    work(place % 50);
  }
};
"""

TAIL = r"""
int main() {
  for (currentCase = 0; currentCase < CASES; ++currentCase) {
    int kind = -1, place = -1;
    try {
      ROOT;
    } catch (Error<0> &error) {
      kind = 0;
      place = error.place;
    } catch (Error<1> &error) {
      kind = 1;
      place = error.place;
    }
    printf("%u: %d %d\n", currentCase, kind, place);
    if (alive) {
      fprintf(stderr, "case %u: %d objects too many or too few\n", currentCase, alive);
      return 2;
    }
  }
  return 0;
}
"""


class Generator:
    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.places = 0
        self.names = 0
        self.functions: list[tuple[str, bool]] = []
        # Variables of enclosing blocks that a spawned call may still be initialising.
        self.unfinished = 0

    def place(self) -> int:
        self.places += 1
        return self.places

    def name(self) -> str:
        self.names += 1
        return f"v{self.names}"

    def callee(self) -> str:
        """A call without its semicolon, other than of a function that returns something to keep."""
        kind = self.random.randrange(6)
        if kind == 0 and self.functions:
            return f"{self.random.choice(self.functions)[0]}()"
        if kind == 1:
            return f"take(C(5), {self.place()})"
        if kind == 2:
            return f"[=] {{ C inner; call({self.place()}); }}()"
        return f"call({self.place()})"

    def object_call(self) -> str:
        """A call whose result is an object."""
        names = [name for name, returns_object in self.functions if returns_object]
        if names and self.random.random() < 0.4:
            return f"{self.random.choice(names)}()"
        return f"object({self.place()})"

    def block(self, depth: int, indent: str, in_loop: bool, in_object_function: bool) -> list[str]:
        """Statements of one scope. What a spawned call initialises is synced before the scope ends."""
        lines: list[str] = []
        objects: list[str] = []
        initialised = False
        for _ in range(self.random.randint(1, 5 if depth < 2 else 3)):
            kind = self.random.randrange(21 if depth < 4 else 14)
            if kind < 5:
                lines.append(f"cilk_spawn {self.callee()};")
            elif kind < 7:
                lines.append(f"{self.callee()};")
            elif kind == 7:
                lines.append(f"C {self.name()};")
                objects.append(lines[-1][2:-1])
            elif kind == 8:
                variable = self.name()
                lines.append(f"C {variable} = {self.object_call()};")
                objects.append(variable)
            elif kind == 9:
                lines.append(f"C {self.name()} = cilk_spawn {self.object_call()};")
                self.unfinished += not initialised
                initialised = True
            elif kind == 10:
                variable = self.name()
                lines.append(f"int {variable} = cilk_spawn number({self.place()});")
                lines.append(f"(void){variable};")
            elif kind == 11:
                lines.append("cilk_sync;")
            elif kind == 12 and objects:
                lines.append(f"{self.random.choice(objects)}.use();")
            elif kind == 13 and self.unfinished == initialised:
                leave = "return C(3);" if in_object_function else "return;"
                if in_loop and self.random.random() < 0.6:
                    leave = self.random.choice(["break;", "continue;"])
                sync = "cilk_sync; " if initialised else ""
                lines.append(f"if (holds({self.place()})) {{ {sync}{leave} }}")
            elif kind == 14:
                lines.append(f"Ends {self.name()}{{{self.place()}, C()}};")
            elif kind in (15, 16):
                lines += self.compound("{", depth, in_loop, in_object_function)
            elif kind == 17:
                lines += self.compound(f"if (holds({self.place()})) {{", depth, in_loop, in_object_function)
                if self.random.random() < 0.5:
                    lines[-1] += " else {"
                    lines += self.compound(None, depth, in_loop, in_object_function)
            elif kind == 18:
                i = self.name()
                lines += self.compound(f"for (int {i} = 0; {i} < {self.random.randint(1, 3)}; ++{i}) {{", depth, True,
                                       in_object_function)
            elif kind == 19:
                lines += self.compound("try {", depth, in_loop, in_object_function)
                caught = self.random.choice(["Error<0> &", "Error<1> &", "..."])
                lines[-1] += f" catch ({caught}) {{"
                lines += [f"  {self.random.choice(['work(5);', 'C handled;', f'call({self.place()});', 'throw;'])}", "}"]
            elif kind == 20:
                lines += self.compound("cilk_scope {", depth, in_loop, in_object_function)
        if initialised:
            lines.append("cilk_sync;")
            self.unfinished -= 1
        return [indent + line for line in lines]

    def compound(self, head: str | None, depth: int, in_loop: bool, in_object_function: bool) -> list[str]:
        lines = [head] if head else []
        return lines + self.block(depth + 1, "  ", in_loop, in_object_function) + ["}"]

    def function(self) -> str:
        returns_object = self.random.random() < 0.4
        name = f"f{len(self.functions)}"
        lines = [f"[[gnu::noinline]] static {'C' if returns_object else 'void'} {name}() {{"]
        kind = self.random.randrange(3) if returns_object else None
        if kind == 0:
            lines.append("  C result;")
            lines += self.block(0, "  ", False, True)
            lines.append("  return result;")
        elif kind == 1:
            # Made by a spawned call, where the caller wants it.
            lines.append(f"  C result = cilk_spawn {self.object_call()};")
            self.unfinished += 1
            lines += self.block(0, "  ", False, True)
            self.unfinished -= 1
            lines += ["  cilk_sync;", "  result.use();", "  return result;"]
        else:
            lines += self.block(0, "  ", False, returns_object)
            if returns_object:
                lines.append(f"  return object({self.place()});")
        lines.append("}")
        self.functions.append((name, returns_object))
        return "\n".join(lines)

    def program(self, cases: int) -> str:
        functions = [self.function() for _ in range(self.random.randint(2, 4))]
        head = HEAD.replace("RARITY", str(self.random.choice([3, 6, 12])))
        tail = TAIL.replace("CASES", str(cases)).replace("ROOT", f"{self.functions[-1][0]}()")
        return head + "\n" + "\n\n".join(functions) + "\n" + tail


def generate(seed: int, cases: int) -> str:
    return Generator(seed).program(cases)
