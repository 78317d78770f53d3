// taskloop: bounds of several types, collapse, nogroup, if, final, and all clauses about data, with objects.
// FLAGS: -O2 -std=c++20
// PROMOTES
#include "support.h"
#include <vector>

static long balance;
struct Object {
  std::vector<int> data;
  Object(int n = 1) : data(n, 3) { __atomic_fetch_add(&balance, 1, __ATOMIC_RELAXED); }
  Object(const Object &other) : data(other.data) { __atomic_fetch_add(&balance, 1, __ATOMIC_RELAXED); }
  Object &operator=(const Object &) = default;
  ~Object() { __atomic_fetch_sub(&balance, 1, __ATOMIC_RELAXED); }
};

static uint64_t out[4000];

static void loops(int n) {
  Object object((n + 10) % 5 + 1);
  int array[3] = {n, n + 1, n + 2}, last = -1, scratch = 7;
  Object lastObject(1);
#pragma omp taskloop firstprivate(object, array) private(scratch) lastprivate(last, lastObject) shared(out)
  for (int i = 0; i < n; ++i) {
    scratch = i * array[i % 3];
    out[i] = work(scratch + object.data.size() + object.data[0], 12);
    last = i;
    lastObject = Object(i % 7 + 1);
  }
  if (n > 0) {
    SHOW("last", last);
    SHOW("its size", lastObject.data.size());
  }
  SHOW_ARRAY("out", out, n > 0 ? n : 0);
#pragma omp taskgroup
  {
#pragma omp taskloop nogroup collapse(2)
    for (int i = 0; i < n / 20; ++i)
      for (long k = 20; k > 0; k -= 2)
        out[i * 20 + k] += mix(i * k);
#pragma omp taskloop nogroup if (n % 2)
    for (unsigned char i = 0; i < 200; ++i)
      out[3000 + i] = work(i, 5);
  }
#pragma omp taskloop final(n > 50) grainsize(10)
  for (uint64_t i = ~uint64_t(0) - 700; i < ~uint64_t(0) - 100; i += 3)
    out[3200 + (i - (~uint64_t(0) - 700))] = work(i, 5);
  SHOW_ARRAY("all", out, 4000);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int n : {-3, 0, 1, 2, 77, 2900})
    loops(n);
  loops(500);
  SHOW("balance", balance);
  return 0;
}
