// FLAGS: -O2
// Clang 19 compiles worksharing loops with scans to code that forgets the values before the loop, crashes if there is
// no iteration or one, assigns to objects that nobody has constructed, and gives each thread prefixes of its own if the
// loop is not combined with its region. Each form, clause and type against the serial program, for several trip counts.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#pragma omp declare reduction(join : std::string : omp_out += omp_in)

static std::vector<long> out, right;
static int threadOwn, counter;
#pragma omp threadprivate(threadOwn)

static int valueAt(int i) { return (i * 7919 + 13) % 31 - 9; }

static void check(const char *what, bool isRight = true) {
  if (isRight && out == right)
    return;
  std::fprintf(stderr, "%s goes wrong with %zu iterations\n", what, out.size());
  std::exit(1);
}

#define TEXT(text) #text
#define PRAGMA(text) _Pragma(TEXT(text))
// `each` adds what iteration i contributes to v.
#define SCAN(Type, start, op, pragma, each)                                                                            \
  {                                                                                                                    \
    Type v = start, expected = start;                                                                                  \
    auto serially = [&](Type &v, int i) { each; };                                                                     \
    for (int i = 0; i < n; i++)                                                                                        \
      serially(expected, i), right[i] = asNumber(expected);                                                            \
    PRAGMA(omp pragma reduction(inscan, op : v))                                                                       \
    for (int i = 0; i < n; i++) {                                                                                      \
      each;                                                                                                            \
      PRAGMA(omp scan inclusive(v)) out[i] = asNumber(v);                                                              \
    }                                                                                                                  \
    check(#pragma ", inclusive, " #op, v == expected);                                                                 \
    expected = v = start;                                                                                              \
    for (int i = 0; i < n; i++)                                                                                        \
      right[i] = asNumber(expected), serially(expected, i);                                                            \
    PRAGMA(omp pragma reduction(inscan, op : v))                                                                       \
    for (int i = 0; i < n; i++) {                                                                                      \
      out[i] = asNumber(v);                                                                                            \
      PRAGMA(omp scan exclusive(v)) each;                                                                              \
    }                                                                                                                  \
    check(#pragma ", exclusive, " #op, v == expected);                                                                 \
  }
#define ALL_TYPES(pragma)                                                                                              \
  SCAN(long, 7, +, pragma, v += valueAt(i))                                                                            \
  SCAN(double, 0.5, +, pragma, v += valueAt(i))                                                                        \
  SCAN(unsigned, 5, ^, pragma, v ^= unsigned(valueAt(i)))                                                              \
  SCAN(long, 3, *, pragma, v *= i % 3 ? 1 : -1)                                                                        \
  SCAN(int, -3, max, pragma, v = std::max(v, valueAt(i) * i % 50))                                                     \
  SCAN(int, 2, min, pragma, v = std::min(v, valueAt(i) * i % 50))                                                      \
  SCAN(bool, true, &&, pragma, v = v && i < 5)                                                                         \
  SCAN(std::string, "ab", join, pragma, v += char('a' + i % 9))

template <class T> static long asNumber(const T &value) { return long(value); }
static long asNumber(const std::string &value) { return value.size() * 1000 + value.back(); }

static void allTypes(int n) {
  ALL_TYPES(parallel for)
  ALL_TYPES(parallel for simd)
  ALL_TYPES(parallel for num_threads(3) schedule(dynamic, 2))
  // Outside of a region.
  ALL_TYPES(for)
  ALL_TYPES(simd)
}

static void inRegion(int n) {
  long sum = 3, expected = 3;
  int arrived = 0;
  for (int i = 0; i < n; i++)
    right[i] = expected += valueAt(i);
  for (int i = 0; i < n; i++)
    right[i] += expected, expected += 2;
#pragma omp parallel num_threads(4)
  {
#pragma omp for reduction(inscan, + : sum) nowait
    for (int i = 0; i < n; i++) {
      sum += valueAt(i);
#pragma omp scan inclusive(sum)
      out[i] = sum;
    }
#pragma omp atomic
    arrived++;
#pragma omp for simd reduction(inscan, + : sum)
    for (int i = 0; i < n; i++) {
      out[i] += sum;
#pragma omp scan exclusive(sum)
      sum += 2;
    }
  }
  check("for in a region", sum == expected && arrived == 4);
}

static void clauses(int n) {
  long sum = 3, other = 1, own = 9, first = 2, last = -1, step = 10, both = 5;
  long sums = 3, others = 1;
  for (int i = 0; i < n; i++)
    sums += i * 2, others += 10 + 2 * i, right[i] = sums * 100 + others;
  threadOwn = 0;
  int i = 77;
#pragma omp parallel for default(none) shared(n, out) reduction(inscan, + : sum, other) private(own)                   \
    firstprivate(first, both) lastprivate(last, both) linear(step : 2) num_threads(3) if (parallel : n > 1)            \
    schedule(static, 1) proc_bind(close) copyin(threadOwn)
  for (i = 0; i < n; i++) {
    own = i * first + threadOwn;
    sum += own;
    other += step;
#pragma omp scan inclusive(sum, other)
    out[i] = sum * 100 + other;
    last = i + first;
    both = i;
  }
  check("clauses", sum == sums && other == others && own == 9 && first == 2 && i == 77);
  check("clauses with last values",
        last == (n ? n + 1 : -1) && both == (n ? n - 1 : 5) && step == 10 + 2 * std::max(n - 1, 0));
#pragma omp parallel for simd reduction(inscan, + : sum) lastprivate(conditional : last) lastprivate(i) safelen(4)     \
    simdlen(2)
  for (i = 0; i < n; i++) {
    sum += valueAt(i);
#pragma omp scan inclusive(sum)
    out[i] = sum;
    if (i % 3 == 1)
      last = i;
  }
  for (int k = 0; k < n; k++)
    right[k] = sums += valueAt(k);
  check("parallel for simd", i == (n ? n : 77) && (n < 2 || last == (n - 2) / 3 * 3 + 1));
}

// Loop variables that are declared elsewhere keep their values.
static void variables(int n) {
  int i = 5;
  counter = 6;
  long sum = 0;
  for (int k = 0; k < n; k++)
    right[k] = 2 * k + 2;
#pragma omp parallel for reduction(inscan, + : sum) // a comment
  /* another */
  for (i = 0; i < n; i++) {
    sum += 1;
#pragma omp scan inclusive(sum)
    out[i] = sum;
  }
  sum = 0;
#pragma omp parallel num_threads(2)
  PRAGMA(omp for reduction(inscan, + : sum)) for (counter = 0; counter < n; counter++) {
    sum += 1;
#pragma omp scan inclusive(sum)
    out[counter] += sum;
  }
  check("variables of loops", i == 5 && counter == 6);
}

struct Object {
  long field = 2;
  void run(int n) {
    long expected = 2;
    for (int i = 0; i < n; i++)
      right[i] = expected += i;
#pragma omp parallel for reduction(inscan, + : field)
    for (int i = 0; i < n; i++) {
      field += i;
#pragma omp scan inclusive(field)
      out[i] = field;
    }
    check("a member", field == expected);
  }
};

template <class T> static void sections(int n) {
  T a[4] = {1, 2, 3, 4}, b[4] = {1, 2, 3, 4}, *p = a;
  for (int i = 0; i < n; i++)
    b[i % 3] += i, right[i] = b[0] * 10000 + b[1] * 100 + b[2];
#pragma omp parallel for reduction(inscan, + : p[ : 3])
  for (int i = 0; i < n; i++) {
    p[i % 3] += i;
#pragma omp scan inclusive(p[ : 3])
    out[i] = p[0] * 10000 + p[1] * 100 + p[2];
  }
  check("an array", std::equal(a, a + 4, b));
}

int main() {
  for (int n : {0, 1, 2, 3, 50}) {
    out.assign(n, 0);
    right.assign(n, 0);
    allTypes(n);
    inRegion(n);
    clauses(n);
    variables(n);
    Object().run(n);
    sections<long>(n);
  }
}
