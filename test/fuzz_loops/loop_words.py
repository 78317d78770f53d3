"""What random loop programs (generate.py) are written with: types, operators, schedules, the text in front."""

ARRAY_SIZE = 2048
COST_BUDGET = 60_000  # statements executed by the whole program, roughly
MAX_LOOP_DEPTH = 4

# Index types: C name, lowest and highest value that a loop may touch.
INDEX_TYPES = [
    ("int", -2**31, 2**31 - 1), ("int", -2**31, 2**31 - 1), ("int", -500, 500),
    ("unsigned", 0, 2**32 - 1), ("long", -2**62, 2**62), ("unsigned long", 0, 2**64 - 1),
    ("long long", -10**12, 10**12), ("short", -32768, 32767), ("unsigned char", 0, 255), ("signed char", -128, 127),
]

# Reductions: operator, C types it is used with, statement that updates variable {v} by the unsigned expression {e}.
REDUCTIONS = [
    ("+", ("u64", "uint32_t", "uint16_t", "uint8_t"), "{v} += ({t})({e});"),
    ("+", ("long", "double", "float"), "{v} += ({t})(({e}) & 15);"),
    ("-", ("u64", "uint32_t"), "{v} -= ({t})({e});"),
    ("*", ("u64", "uint32_t"), "{v} *= ({t})(({e}) | 1);"),
    ("^", ("u64", "uint32_t", "uint8_t"), "{v} ^= ({t})({e});"),
    ("|", ("u64", "uint16_t"), "{v} |= ({t})(({e}) & 0x1001001);"),
    ("&", ("u64", "uint32_t"), "{v} &= ({t})(({e}) | 0xf0f0f0f0f0f0);"),
    ("max", ("u64", "int", "double"), "{{ {t} q = ({t})(({e}) & 0xffffff); if (q > {v}) {v} = q; }}"),
    ("min", ("u64", "short", "float"), "{{ {t} q = ({t})(({e}) & 0x7fff); if (q < {v}) {v} = q; }}"),
    ("&&", ("int",), "{v} = {v} && (({e}) % 5000 != 0);"),
    ("||", ("int",), "{v} = {v} || (({e}) % 700 == 0);"),
    ("pair", ("Pair",), "pair_add(&{v}, {e});"),
]

SCHEDULES = ["static", "static, 1", "static, 3", "dynamic", "dynamic, 2", "guided", "guided, 4", "auto", "runtime",
             "monotonic : dynamic", "nonmonotonic : dynamic, 5", "monotonic : static"]

PRELUDE = """\
#include <alloca.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
{includes}
typedef uint64_t u64;
#define NOINLINE __attribute__((noinline))
enum {{ N = {size} }};
static u64 A[N], G[8], K[4], R[64];
static uint32_t B[N];
static double C[N];

static inline u64 mix(u64 x) {{
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u + 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}}
static u64 hash_bytes(const void *data, size_t bytes) {{
  const unsigned char *p = (const unsigned char *)data;
  u64 h = bytes;
  for (size_t i = 0; i < bytes; i++)
    h = (h ^ p[i]) * 0x100000001b3u;
  return mix(h);
}}
"""

PAIR_C = """\
typedef struct { u64 sum, parity; } Pair;
static inline void pair_add(Pair *p, u64 x) { p->sum += x; p->parity ^= mix(x); }
static inline void pair_join(Pair *a, const Pair *b) { a->sum += b->sum; a->parity ^= b->parity; }
#pragma omp declare reduction(pair : Pair : pair_join(&omp_out, &omp_in)) initializer(omp_priv = (Pair){0, 0})
static inline u64 pair_value(Pair p) { return p.sum ^ p.parity; }
"""

# In C++ the same is a class with an allocation, and its live objects are counted.
PAIR_CXX = """\
static std::atomic<long> alive{0};
struct Pair {
  u64 *words;
  Pair() : words(new u64[2]()) { ++alive; }
  Pair(const Pair &o) : words(new u64[2]{o.words[0], o.words[1]}) { ++alive; }
  Pair &operator=(const Pair &o) { words[0] = o.words[0]; words[1] = o.words[1]; return *this; }
  ~Pair() { delete[] words; --alive; }
};
static inline void pair_add(Pair *p, u64 x) { p->words[0] += x; p->words[1] ^= mix(x); }
static inline void pair_join(Pair &a, const Pair &b) { a.words[0] += b.words[0]; a.words[1] ^= b.words[1]; }
#pragma omp declare reduction(pair : Pair : pair_join(omp_out, omp_in))
static inline u64 pair_value(const Pair &p) { return p.words[0] ^ p.words[1]; }
"""
