"""Loops in recursive functions, whose iterations are long, catch exceptions and jump.

Functions that call each other walk a tree; the children of a node are the iterations of a parallel loop, so each loop is entered
by its own iterations. As in generate.py nothing races and every result is fixed:

  * a node counts its visits, so what runs twice or never shows;
  * iteration i of a node owns row `node * 4 + 1 + i` of E, and what it calls owns rows below that;
  * bounds lie in memory, are read before the loop, and are changed by one of its iterations alone;
  * no exception and no longjmp() leaves an iteration;
  * threadprivate variables are written before they are read, with no region in between.

The walk is repeated, so that beats meet it in other places each time.
"""

import random

import clauses
from harness import Setting

HEAD = """\
#include <alloca.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
{includes}
typedef uint64_t u64;
#define NOINLINE __attribute__((noinline))
enum {{ Nodes = 5461, Width = 8 }};
static u64 E[Nodes][Width], G[4];
static unsigned visits[Nodes];
static int limits[Nodes];
static u64 scratch;
#pragma omp threadprivate(scratch)
static inline u64 mix(u64 x) {{
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u + 0x9e3779b97f4a7c15u;
  return x ^ (x >> 31);
}}
// Whose definition may be another one: the compiler cannot look into it.
__attribute__((weak)) u64 unknown(u64 x) {{ return x * 3 + 1; }}
static NOINLINE u64 readScratch(u64 x) {{ return scratch ^ x; }}
static NOINLINE void jumpBack(jmp_buf *target, u64 x) {{ if (x % 3) longjmp(*target, 1 + (int)(x % 3)); }}
{more}
"""
OBJECTS = """\
static std::atomic<long> alive{0};
struct Object {
  u64 value;
  explicit Object(u64 x) : value(x) { alive++; }
  Object(const Object &o) : value(o.value) { alive++; }
  ~Object() { alive--; }
};
"""
REDUCTIONS = [("+", "r += {e};"), ("^", "r ^= {e};"), ("*", "r *= ({e}) | 1;"), ("max", "{{ u64 q = {e}; if (q > r) r = q; }}")]
SCHEDULES = ["static", "static, 1", "dynamic", "guided", "monotonic : dynamic, 2", "runtime"]


class Writer:
    def __init__(self, seed: int):
        self.choose = random.Random(seed * 15485863 + 11)
        self.cxx = self.chance(0.65)
        self.lines: list[str] = []
        self.names = 0
        self.functions = self.choose.randrange(1, 4)
        self.depth = self.choose.choice([3, 4, 5])
        self.calls = 0  # of an iteration

    def chance(self, probability: float) -> bool:
        return self.choose.random() < probability

    def name(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def emit(self, *texts: str) -> None:
        self.lines += texts

    def value(self) -> str:
        return self.choose.choice(["a", "b", "a + b", "mix(a)", "a ^ x", "E[row][a % Width]", "b * 7 + x", "(u64)depth + b"])

    # ── what an iteration does ─────────────────────────────────────────────────────────────────────────────────

    def work(self) -> None:
        """A serial loop with some code in it."""
        k, trips = self.name("k"), self.choose.randrange(2, 7)
        self.emit(f"for (u64 {k} = 0; {k} < {trips} + a % 2; {k}++) {{")
        for _ in range(self.choose.randrange(1, 5)):
            self.emit(self.choose.choice([f"E[row][{k} % Width] += mix(a + {k});", f"a += {self.value()};", f"b ^= mix(b + {k});",
                                          f"if (a % 5 == {k}) continue;", f"if (b % 11 == {k}) break;",
                                          f"E[row][(a + {k}) % Width] ^= b;", "b = b * 31 + E[row][b % Width];"]))
        self.emit("}")

    def inner_loop(self) -> None:
        """Another region, over the iteration's row."""
        r, end, j = self.name("s"), self.name("e"), self.name("j")
        more = self.choose.choice(["", " if(a % 3)", " schedule(dynamic)", " num_threads(2)", " firstprivate(b)"])
        self.emit(f"u64 {r} = 0; const int {end} = (int)(a % (Width + 1));",
                  f"#pragma omp parallel for reduction(+ : {r}){more}", f"for (int {j} = 0; {j} < {end}; {j}++) {{",
                  f"  E[row][{j}] = mix(E[row][{j}] + b); {r} += E[row][{j}];", "}", f"a += {r};")

    def array(self) -> None:
        w, n, k = self.name("w"), self.name("n"), self.name("k")
        kind = self.choose.choice([f"u64 {w}[{n}];", f"u64 *{w} = (u64 *)alloca({n} * sizeof(u64));", f"u64 {w}[40];"])
        self.emit(f"u64 {n} = 1 + a % 40;", kind, f"for (u64 {k} = 0; {k} < {n}; {k}++) {w}[{k}] = mix({k} + b);",
                  f"a += {w}[{n} - 1] ^ {w}[{n} / 2];")

    def shared(self) -> None:
        self.emit("#pragma omp atomic", f"G[{self.choose.randrange(3)}] += {self.value()};")

    def own_thread(self) -> None:
        self.emit(f"scratch = {self.value()};", "b += readScratch(a);")

    def asks(self) -> None:
        self.emit("a += unknown(b);")

    def jump(self) -> None:
        """What changes between setjmp() and longjmp() is volatile, or memory."""
        buffer, times, got = self.name("buffer"), self.name("times"), self.name("got")
        self.emit("{", f"jmp_buf {buffer}; volatile u64 {times} = a, {got} = 0;", f"if (setjmp({buffer}) == 0) {{")
        if self.calls < 2 and self.chance(0.4):
            self.emit(f"try {{ {got} = {self.call()}; }} catch (int e) {{ {got} = (u64)e; }}" if self.cxx else
                      f"{got} = {self.call()};")
        self.emit(f"jumpBack(&{buffer}, {times});", "E[row][2]++;", "} else E[row][3] += 5;", f"a = mix({times}) + {got};", "}")

    def call(self) -> str:
        self.calls += 1
        function, child = self.choose.randrange(self.functions), "row" if self.chance(0.9) else "node * 4 + 1 + (u64)i"
        return f"f{function}({child}, depth - 1, {self.value()})"

    def recurse(self) -> None:
        """A call of the next level, and what becomes of its exception."""
        if self.calls >= 2:
            return self.work()
        if not self.cxx:
            return self.emit(f"b += {self.call()};")
        form = self.choose.choice(["one", "one", "thrown again", "object", "loop", "all"])
        e = self.name("e")
        if form == "thrown again":
            self.emit("try { try {", f"b += {self.call()};", "} catch (int) { E[row][4]++; if (a % 2) throw; b ^= 3; }",
                      f"}} catch (int {e}) {{ a += (u64){e}; }}")
        elif form == "object":
            o = self.name("object")
            self.emit("try {", f"Object {o}(a); b += {self.call()}; a ^= {o}.value;",
                      f"}} catch (int {e}) {{ b += (u64){e} * 9; }}")
        elif form == "loop":
            k = self.name("k")
            self.emit(f"for (u64 {k} = 0; {k} < 1 + (a & {0 if self.depth > 4 else 1}); {k}++) try {{", f"b += {self.call()};",
                      f"}} catch (int {e}) {{ a += (u64){e}; if (a % 4 == 0) break; }}")
            self.calls += 1
        elif form == "all":
            self.emit("try {", f"b += {self.call()};", "} catch (...) { a = mix(a);",
                      self.choose.choice(["", "E[row][5] += a;"]), "}")
        else:
            self.emit("try {", f"b += {self.call()};", f"}} catch (int {e}) {{ a += (u64){e}; }}")

    def iteration(self) -> None:
        kinds = [self.work, self.work, self.work, self.inner_loop, self.array, self.shared, self.own_thread, self.asks]
        if self.chance(0.25):
            kinds.append(self.jump)
        before, after = self.choose.randrange(0, 5), self.choose.randrange(0, 5)
        for _ in range(before):
            self.choose.choice(kinds)()
        for _ in range(self.choose.choice([1, 1, 1, 2])):
            if self.chance(0.25):
                self.emit("if (a % 7) {")
                self.recurse()
                self.emit("}")
            else:
                self.recurse()
        for _ in range(after):
            self.choose.choice(kinds)()

    # ── functions ──────────────────────────────────────────────────────────────────────────────────────────────

    def loop(self) -> None:
        operator, update = self.choose.choice(REDUCTIONS)
        parts, on_exit, first = [], [], []
        if self.chance(0.5):
            parts.append(f"reduction({operator} : r)")
            on_exit.append(update.format(e="a & 0xffff" if operator == "max" else "a"))
        if self.chance(0.4):
            parts.append("firstprivate(start)")
            first.append("a += start;")
        if self.chance(0.4):
            parts.append("lastprivate(last)")
            on_exit.append("last = a ^ b;")
        if self.chance(0.2):
            parts.append("private(spare)")
            first.append("spare = a; b += spare;")
        if self.chance(0.5):
            parts.append(f"schedule({self.choose.choice(SCHEDULES)})")
        if self.chance(0.15):
            parts.append(f"num_threads({self.choose.choice(['1', '2', '3', '1 + (int)(x % 4)'])})")
        collapse = self.chance(0.15)
        if collapse:
            parts.append("collapse(2)")
        type_name = self.choose.choice(["int", "unsigned", "long", "u64", "short", "unsigned char"])
        bound = self.choose.choice(["end", "end", f"({type_name})limits[node]", f"*({type_name}*)pointer", "4"])
        self.emit(f"const {type_name} end = ({type_name})limits[node];",
                  f"{type_name} kept = end, *pointer = &kept; (void)pointer;")
        words = clauses.vary(parts, self.choose)
        if self.chance(0.2):
            words = [word for word in words if not word.startswith("num_threads")]
            self.emit("#pragma omp parallel", " ".join(["#pragma omp for", *words]))
        else:
            self.emit(" ".join(["#pragma omp parallel for", *words]))
        if collapse:
            self.emit("for (int p = 0; p < 2; p++) for (int q = 0; q < 2; q++) {", "const int i = p * 2 + q;")
        elif self.chance(0.25):
            isSigned = type_name in ("int", "long", "short")
            self.emit(f"for ({type_name} i = 0; i {f'<= ({type_name})({bound} - 1)' if isSigned else f'< {bound}'}; i++) {{")
        elif self.chance(0.3) and type_name in ("int", "long"):
            self.emit(f"for ({type_name} down = {bound}; down > 0; down--) {{", f"const {type_name} i = down - 1;")
        else:
            self.emit(f"for ({type_name} i = 0; i < {bound}; i++) {{")
        self.emit("const u64 row = node * 4 + 1 + (u64)i; u64 a = x + row, b = mix(x ^ row);", *first)
        if self.chance(0.4) and "limits" not in bound and "pointer" not in bound:
            self.emit("if (i == 0) limits[node] = (int)(a % 5);")
        elif self.chance(0.3):
            self.emit("if (i == 0) limits[row] = (int)(a % 5);")
        self.iteration()
        self.emit("E[row][0] += a; E[row][1] ^= b;", *on_exit, "}")

    def function(self, number: int) -> None:
        linkage = self.choose.choice(["static NOINLINE", "static", "", "static inline"])
        self.calls = 0
        self.emit(f"{linkage} u64 f{number}(u64 node, int depth, u64 x) {{", "#pragma omp atomic", "visits[node]++;",
                  "u64 r = x | 1, last = 0, start = mix(x), spare = 0; (void)spare, (void)start;")
        if self.cxx and self.chance(0.2):
            self.emit("if (x % 13 == 0) throw (int)(x % 100);")
        self.emit("if (depth > 0) {")
        self.loop()
        if self.chance(0.15):
            self.emit("}", "if (depth > 2) {")
            self.calls = 2  # once more would be too much
            self.loop()
        self.emit("}")
        if self.cxx and self.chance(0.6):
            when = self.choose.choice(["r % 3 == 0", "depth < 2", "node % 2", "true", "last % 4 == 1"])
            self.emit(f"if ({when}) throw (int)(r % 100);")
        self.emit("return r ^ last;", "}", "")

    def program(self, seed: int) -> str:
        more = OBJECTS if self.cxx else ""
        head = [f"// Seed {seed}."] + HEAD.format(includes="#include <atomic>" if self.cxx else "", more=more).splitlines()
        self.emit(*(f"u64 f{number}(u64 node, int depth, u64 x);" for number in range(self.functions)))
        for number in range(self.functions):
            self.function(number)
        # Linkage is what the definition says.
        text = "\n".join(self.lines)
        for number in range(self.functions):
            for linkage in ("static NOINLINE", "static inline", "static"):
                if f"{linkage} u64 f{number}(u64 node, int depth, u64 x) {{" in text:
                    text = text.replace(f"u64 f{number}(u64 node, int depth, u64 x);",
                                        f"{linkage} u64 f{number}(u64 node, int depth, u64 x);", 1)
                    break
        start = ["try {", "}", "catch (int e) { result = (u64)e; }"] if self.cxx else ["{", "}", ""]
        main = f"""
static u64 hash(const void *data, size_t bytes) {{
  const unsigned char *p = (const unsigned char *)data;
  u64 h = bytes;
  for (size_t i = 0; i < bytes; i++) h = (h ^ p[i]) * 0x100000001b3u;
  return mix(h);
}}
int main(void) {{
  for (int time = 0; time < {self.choose.choice([3, 8, 20])}; time++) {{
    memset(E, 0, sizeof E), memset(visits, 0, sizeof visits), memset(G, 0, sizeof G);
    for (int i = 0; i < Nodes; i++) limits[i] = 1 + (int)(mix((u64)i + (u64)time) % 4);
    u64 result = 0;
    {start[0]} result = f0(0, {self.depth}, mix((u64)time)); {start[1]} {start[2]}
    printf("%d: %016llx %016llx %016llx %016llx\\n", time, (unsigned long long)result, (unsigned long long)hash(E, sizeof E),
           (unsigned long long)hash(visits, sizeof visits), (unsigned long long)hash(G, sizeof G));
  }}
{'  printf("alive %ld%c", alive.load(), 10);' if self.cxx else ''}
  return 0;
}}
"""
        return "\n".join(head) + "\n" + text + main


def settings(seed: int) -> list[Setting]:
    """Ordinary beats above all: they come at any point, and take other ways than chaos."""
    result = [Setting(f"workers={workers}, beat={beat}us", {"TACTUS_WORKERS": str(workers), "TACTUS_HEARTBEAT_US": str(beat)})
              for workers, beat in ((1, 1), (2, 1), (4, 1), (2, 7), (4, 30), (2, 100))]
    chaos = str(seed % 100000)
    return result + [Setting("promote=all", {"TACTUS_WORKERS": "3", "TACTUS_PROMOTE": "all"}),
                     Setting(f"chaos={chaos}", {"TACTUS_WORKERS": "4", "TACTUS_CHAOS": chaos})]


def generate(seed: int) -> tuple[str, str]:
    """Returns the program's text and its file suffix."""
    writer = Writer(seed)
    text = writer.program(seed)
    return text, ".cpp" if writer.cxx else ".c"
