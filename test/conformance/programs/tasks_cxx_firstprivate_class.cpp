// Copies of objects are made when the task is created and destroyed when it has run.
// FLAGS: -O2 -std=c++20
#include "support.h"
#include <atomic>
static std::atomic<int> alive{0}, made{0};
struct Value {
  uint64_t v;
  explicit Value(uint64_t x) : v(x) { ++alive; }
  Value(const Value &o) : v(o.v) { ++alive; ++made; }
  ~Value() { --alive; v = 0; }
};
static uint64_t out[60];
int main() {
#pragma omp parallel
#pragma omp single
  {
    Value value(1);
    for (int i = 0; i < 60; i++) {
      value.v = mix(value.v);
#pragma omp task firstprivate(value, i)
      out[i] = work(value.v, 100);
    }
#pragma omp taskwait
  }
  SHOW("alive", alive.load());
  SHOW_ARRAY("out", out, 60);
}
