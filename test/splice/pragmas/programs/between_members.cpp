// Flags: -std=c++20
// Variables that the code between calls changes by member functions, references, pointers, operators and callees.
#include <cstdio>
#include <tactus/splice.h>
enum { Size = 1024 };
#define RANGE(p, first, last) tactus_range((p) + (first), (p) + (last))
static int x[Size], y[Size];
static int report() {
  int s = 0;
  for (int i = 0; i < Size; i++)
    s = s * 31 + x[i] * 3 + y[i];
  return s;
}
struct Clock {
  int now = 1;
  void tick() { now += 2; }
  int get() const { return now; }
  Clock &operator++() {
    now += 5;
    return *this;
  }
};
static Clock clock_;
static int dt = 1;
static int &dtRef = dt;
#define BODY(name, expr)                                                                                               \
  static void name(const int *from, int *to, int n) {                                                                  \
    if (n > 64) {                                                                                                      \
      name(from, to, n / 2);                                                                                           \
      name(from + n / 2, to + n / 2, n - n / 2);                                                                       \
      return;                                                                                                          \
    }                                                                                                                  \
    for (int i = 0; i < n; i++)                                                                                        \
      to[i] = from[i] * 3 + (expr);                                                                                    \
  }
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
BODY(byMember, clock_.get())
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
BODY(byRef, dtRef)
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
BODY(byName, dt)
struct Virtual {
  virtual int v() const { return dt; }
  virtual ~Virtual() = default;
};
struct Derived : Virtual {
  int v() const override { return dt * 7; }
};
static Derived derived;
static Virtual *object = &derived;
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
BODY(byVirtual, object->v())
static int (*pointer)() = [] { return dt * 3; };
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
BODY(byPointer, pointer())
static auto lambda = [] { return dt * 5; };
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
BODY(byLambda, lambda())
static int table[4] = {1, 2, 3, 4};
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
BODY(byTable, table[2])
struct Holder {
  static int level;
  static inline int other = 2;
};
int Holder::level = 1;
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
BODY(byStatic, Holder::level + Holder::other)
struct Guard {
  Guard() { dt++; }
  ~Guard() { dt += 2; }
};
template <class T> struct Box {
  T value;
  T get() const { return value; }
  void set(T v) { value = v; }
};
static Box<int> box{1};
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
BODY(byBox, box.get())
struct Pair {
  int a, b;
};
static Pair pair_{1, 2};
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
BODY(byPair, pair_.a + 7 * pair_.b)
static int &level() {
  static int l = 1;
  return l;
}
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
BODY(byMeyers, level())
struct Conv {
  operator int() const { return dt; }
};
static Conv conv;
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
BODY(byConv, (int)conv)
static thread_local int tl = 1;
#pragma splice func Reads(RANGE(from, 0, n)) Writes(RANGE(to, 0, n))
BODY(byTls, tl)
static void setter(int &what, int v) { what = v; }
#define A (t & 1 ? y : x), (t & 1 ? x : y), Size
#define LOOP(code, call)                                                                                               \
  {                                                                                                                    \
    _Pragma("splice try(3)") for (int t = 0; t < 7; t++) {                                                             \
      code;                                                                                                            \
      call;                                                                                                            \
    }                                                                                                                  \
    std::printf("%d\n", report());                                                                                     \
  }
int main() {
  for (int i = 0; i < Size; i++)
    x[i] = i;
  int *p = &dt;
  int &r = dt;
  LOOP(clock_.tick(), byMember(A))
  LOOP(++clock_, byMember(A))
  LOOP(clock_.now += t, byMember(A))
  LOOP(dt = t, byRef(A))
  LOOP(dtRef = t, byName(A))
  LOOP(r = t * 2, byName(A))
  LOOP(*p = t * 3, byName(A))
  LOOP(setter(dt, t), byName(A))
  LOOP(dt++, byVirtual(A))
  LOOP(dt++, byPointer(A))
  LOOP(dt++, byLambda(A))
  LOOP(table[t & 3] = t, byTable(A))
  LOOP(Holder::level = t, byStatic(A))
  LOOP(Holder::other = t, byStatic(A))
  LOOP({ Guard g; }, byName(A))
  LOOP(Guard(), byName(A))
  LOOP(box.set(t), byBox(A))
  LOOP(box.value = t, byBox(A))
  LOOP((pair_ = Pair{t, t + 1}), byPair(A))
  LOOP(pair_.b ^= t, byPair(A))
  LOOP(level() = t, byMeyers(A))
  LOOP(dt = t, byConv(A))
  LOOP(tl = t, byTls(A))
  LOOP((void)(t & 1 ? dt : pair_.a), byName(A))
  LOOP((t & 1 ? dt : pair_.a) = t, byName(A))
  LOOP(([&] { dt = t; }()), byName(A))
  LOOP(([] { dt += 2; }()), byName(A))
  LOOP(if (t & 1) dt = t; else dt -= 1, byName(A))
  // in the loop head
#pragma splice try(3)
  for (dt = 0; dt < 7; dt++)
    byName(dt & 1 ? y : x, dt & 1 ? x : y, Size);
  std::printf("%d\n", report());
#pragma splice try(3)
  for (int t = 0; dt = t, t < 7; t++)
    byName(A);
  std::printf("%d\n", report());
  // in the arguments
#pragma splice try(3)
  for (int t = 0; t < 7; t++)
    byName(t & 1 ? y : x, t & 1 ? x : y, (dt++, Size));
  std::printf("%d\n", report());
#pragma splice try(3)
  for (int t = 0; t < 7; t++)
    byName(t & 1 ? y : x, t & 1 ? x : y, Size - (dt++ & 1));
  std::printf("%d\n", report());
  // condition
#pragma splice try(3)
  for (int t = 0; t < 7; t++)
    if (++dt > 2)
      byName(A);
  std::printf("%d\n", report());
  int t = 0;
#pragma splice try(3)
  while ((dt = t) < 7) {
    byName(A);
    t++;
  }
  std::printf("%d\n", report());
#pragma splice try(3)
  for (int t = 0; t < 7; t++) {
    int old = dt;
    dt = t;
    byName(A);
    dt = old + 1;
  }
  std::printf("%d %d\n", report(), dt);
#pragma splice try(3)
  for (int t = 0; t < 7; t++) {
    int z = dt++;
    byName(A);
    (void)z;
  }
  std::printf("%d %d\n", report(), dt);
  // Nothing changes between these: they are spliced.
#pragma splice try(3)
  for (int t = 0; t < 7; t++)
    byName((t & 1 ? y : x) + 1, t & 1 ? x : y, Size - 1);
  std::printf("%d\n", report());
}
