# Part of Tactus, under the MIT licence. See LICENSE for details.
"""Random C functions with loops, for tactus advise to judge.

Each function has one loop, in which there may be others. Its text can be had as written, with a pragma before the loop, and with
the loop's iterations in other orders. All numbers are whole, so that a sum is the same in every order."""

import random
import re

# Nothing that a loop can name lies further out: counters stay below LONGEST, and factors and distances are small.
SIZE, BASE, LONGEST = 1024, 300, 40

PRELUDE = f"""
#include <stdio.h>
#include <string.h>
typedef unsigned long word;
enum {{ BASE = {BASE}, SIZE = {SIZE} }};
struct pair {{ word first; unsigned short second; }};
word A[SIZE], B[SIZE], C[SIZE], P[SIZE], Q[SIZE]; // the last two by pointers only
unsigned char bytes[SIZE];
struct pair pairs[SIZE];
word grid[SIZE / 16][16];
word g, h;
unsigned shuffled[SIZE]; // a permutation
int order;               // of iterations: 0 as written
static inline void put(word *to, word value) {{ *to = value; }}
static inline void exchange(word *one, word *other) {{ word kept = *one; *one = *other; *other = kept; }}
static inline word larger(word a, word b) {{ return a > b ? a : b; }}
static word seed;
static word next(void) {{ return seed = seed * 6364136223846793005UL + 1442695040888963407UL, seed >> 33; }}
/// The iteration that comes at `position` of so many.
static long at(long position, long count) {{
  static long places[{LONGEST + 1}];
  if (order == 0)
    return position;
  if (order == 1)
    return count - 1 - position;
  if (position == 0) {{
    seed = (word)order;
    for (long i = 0; i < count; i++)
      places[i] = i;
    for (long i = count - 1; i > 0; i--) {{
      long other = (long)(next() % (word)(i + 1)), kept = places[i];
      places[i] = places[other], places[other] = kept;
    }}
  }}
  return places[position];
}}
static void begin(void) {{
  seed = 1;
  for (int i = 0; i < SIZE; i++) {{
    A[i] = next() % 97, B[i] = next(), C[i] = next() % 7, P[i] = next(), Q[i] = next();
    bytes[i] = (unsigned char)next(), pairs[i].first = next(), pairs[i].second = (unsigned short)next();
    grid[i / 16][i % 16] = next();
    shuffled[i] = (unsigned)i;
  }}
  for (unsigned i = 63; i > 0; i--) {{
    unsigned other = (unsigned)(next() % (i + 1)), kept = shuffled[BASE + i];
    shuffled[BASE + i] = shuffled[BASE + other], shuffled[BASE + other] = kept;
  }}
  g = 5, h = 11;
}}
static word state(void) {{
  word sum = g * 31 + h;
  for (int i = 0; i < SIZE; i++)
    sum = sum * 1099511628211UL + (A[i] ^ B[i] * 3 ^ C[i] * 5 ^ P[i] * 9 ^ Q[i] * 11 ^ bytes[i] ^ pairs[i].first * 7 ^ pairs[i].second ^ grid[i / 16][i % 16]);
  return sum;
}}
"""


class Function:
    """word fN(word *p, word *q, long n, long k, word *last), and how main() calls it."""

    def __init__(self, number, chance):
        self.number, self.chance = number, chance
        self.name = f"f{number}"
        self.depth = 0
        self.temporaries = 0
        self.visible = []  # temporaries of the body that have a value here
        self.scalars = ["s", "t", "u"][:chance.randint(1, 3)]
        self.isRestrict = chance.random() < 0.5
        self.overlaps = not self.isRestrict and chance.random() < 0.4
        self.distance = chance.choice([0, 1, 2, -1, 5]) if self.overlaps else None
        self.array = chance.choice(["P", "A"]) if self.overlaps else "P"
        self.step = chance.choice([1, 1, 1, 1, 2, 3])
        self.isDownwards = chance.random() < 0.15
        self.first = chance.choice([0, 0, 0, 1, 2])
        self.counter = chance.choice(["long", "long", "int", "unsigned"])
        self.count = chance.randint(9, LONGEST // self.step)
        self.body = self.block(chance.choice([1, 1, 2, 2, 3, 4]))
        self.result = " + ".join([f"{name} * {3 + i}" for i, name in enumerate(self.scalars) if chance.random() < 0.6] or ["0"])

    # Expressions.

    def index(self):
        """Where to: an expression with the loops' counters, from -20 to 400."""
        i = self.chance.choice(["i", "i", "i", "j"]) if self.depth else "i"
        distance = self.chance.choice([0, 0, 0, 1, 1, 2, 3, 16])
        choices = [f"{i}", f"{i}", f"{i} + {distance}", f"(long){i} - {distance}", f"2 * {i}", f"2 * {i} + 1", f"n + 20 - {i}", f"{i} / 2", f"{i} % 4",
                   f"(long)shuffled[BASE + {i}] - BASE", f"{self.chance.randint(0, 9)}", f"k * {i}", "n", f"(unsigned char)({i} * 37) % 64"]
        if self.depth:
            choices += ["i + j", "8 * i + j", "4 * i + j", "i - j"]
        return "(long)(" + self.chance.choice(choices) + ")"

    def place(self):
        """What can be assigned to, in memory."""
        index = self.index()
        array = self.chance.choice(["A", "B", "C", "p", "p", "q", "q", "bytes", "pairs", "grid", "global", "last"])
        if array in ("p", "q"):
            return f"{array}[{index}]"
        if array == "pairs":
            return f"pairs[BASE + {index}].{self.chance.choice(['first', 'second'])}"
        if array == "grid":
            column = self.chance.choice(["j % 16", "0", "3"]) if self.depth else self.chance.choice(["0", "3", "(i & 15)"])
            return f"grid[20 + (int)(i) % 40][{column}]"
        if array == "global":
            return self.chance.choice("gh") if self.chance.random() < 0.4 else f"A[BASE + {index}]"
        if array == "last":
            return "*last" if self.chance.random() < 0.3 else f"p[{index}]"
        return f"{array}[BASE + {index}]"

    def value(self, depth=0):
        kind = self.chance.random()
        if kind < 0.45 or depth > 2:
            return f"(word){self.place()}"
        if kind < 0.55:
            return self.chance.choice(self.visible or ["3"])
        if kind < 0.62:
            return self.chance.choice(self.scalars)
        if kind < 0.7:
            return f"(word)({self.index()})"
        if kind < 0.75:
            return f"larger({self.value(depth + 1)}, {self.value(depth + 1)})"
        return f"({self.value(depth + 1)} {self.chance.choice(['+', '-', '*', '^', '&', '|'])} {self.value(depth + 1)})"

    def condition(self):
        return self.chance.choice([f"{self.value(1)} % 3 == 0", f"{self.value(1)} < {self.value(1)}", "i % 2", "i > 4", "k > 1"])

    # Statements.

    def block(self, count):
        known = len(self.visible)
        statements = [self.statement() for _ in range(count)]
        del self.visible[known:]
        return " ".join(statements)

    def statement(self):
        kind = self.chance.random()
        if kind < 0.4:
            return f"{self.place()} {self.chance.choice(['=', '=', '=', '+=', '^='])} {self.value()};"
        if kind < 0.52:
            self.temporaries += 1
            text = f"word x{self.temporaries} = {self.value()};"
            self.visible.append(f"x{self.temporaries}")
            return text
        if kind < 0.66:
            return self.scalar_statement()
        if kind < 0.76:
            return f"if ({self.condition()}) {{ {self.block(self.chance.randint(1, 2))} }}"
        if kind < 0.9 and self.depth == 0:
            return self.inner_loop()
        if kind < 0.94:
            return f"put(&A[BASE + {self.index()}], {self.value()});"
        if kind < 0.97:
            return f"exchange(&B[BASE + {self.index()}], &B[BASE + {self.index()}]);"
        return f"memcpy(&C[BASE + {self.index()}], &A[BASE + {self.index()}], {self.chance.choice([8, 8, 16, 4])});"

    def scalar_statement(self):
        name = self.chance.choice(self.scalars)
        value = self.value()
        return self.chance.choice([f"{name} += {value};", f"{name} += {value};", f"{name} ^= {value};", f"{name} = larger({name}, {value});",
                                   f"if ({value} > {name}) {name} = {value};", f"{name} = {value};", f"{name} *= {value};", f"{name} -= {value};",
                                   f"{name} |= {value};", f"{name}++;"])

    def inner_loop(self):
        self.depth = 1
        bound = self.chance.choice(["4", "8", "i", "n", "k + 2", "16"])
        text = f"for (long j = {self.chance.choice(['0', '0', '1'])}; j < (long)({bound}); j++) {{ {self.block(self.chance.randint(1, 2))} }}"
        self.depth = 0
        return text

    def updates(self, name):
        """Whether an iteration computes this variable from itself, as a second counter is."""
        return bool(re.search(rf"\b{name}(\+\+| [-+*^|]=)|\b{name} = [^;]*\b{name}\b", self.body))

    # Texts.

    def head(self):
        kind = "*restrict" if self.isRestrict else "*"
        return f"word {self.name}(word {kind} p, word {kind} q, long n, long k, word *last) {{\n" \
               + "  word " + ", ".join(f"{name} = {i + 2}" for i, name in enumerate(self.scalars)) + ";\n"

    def tail(self):
        return f"  return {self.result};\n}}\n"

    def loop(self):
        if self.isDownwards:
            kind = "int" if self.counter == "unsigned" else self.counter
            return f"for ({kind} i = ({kind})n; i > {self.first}; i -= {self.step})"
        return f"for ({self.counter} i = {self.first}; i < ({self.counter})n; i += {self.step})"

    def text(self, pragma=""):
        """As written, or with the pragma in front of the loop."""
        before = f"{pragma}\n" if pragma else ""
        return f"{self.head()}{before}  {self.loop()} {{ // {self.name}\n    {self.body}\n  }}\n{self.tail()}"

    def reordered(self):
        """With iterations in the order that `order` says."""
        kind = "int" if self.isDownwards and self.counter == "unsigned" else self.counter
        begin, sign = (f"n", "-") if self.isDownwards else (f"{self.first}", "+")
        count = f"(n - {self.first} + {self.step - 1}) / {self.step}"
        return f"{self.head()}  for (long position = 0, count = {count}; position < count; position++) {{\n" \
               f"    {kind} i = ({kind})({begin} {sign} {self.step} * at(position, count));\n    {self.body}\n  }}\n{self.tail()}"

    def call(self):
        p = self.array
        q = f"{p} + BASE + {self.distance}" if self.overlaps else "Q + BASE"
        n = self.first + self.count * self.step
        return f'begin(), printf("{self.name} %lx", {self.name}({p} + BASE, {q}, {n}, {1 + self.number % 3}, &h)), printf(" %lx\\n", state());'


def functions(seed, count):
    chance = random.Random(seed)
    return [Function(number, chance) for number in range(count)]


def program(texts, called):
    """A whole one. Its argument is the order of iterations."""
    return PRELUDE + "".join(texts) + "int main(int argc, char **argv) {\n  order = argc > 1 ? argv[1][0] - '0' : 0;\n  " \
        + "\n  ".join(function.call() for function in called) + "\n}\n"
