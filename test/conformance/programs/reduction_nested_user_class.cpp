// FLAGS: -O3 -march=native -std=c++20
// CONVERTED: 2
// Class-type reductions on two levels, with a count of live objects.
#include "support.h"
#include <atomic>

std::atomic<int> alive{0};
struct Counter {
  long n;
  Counter() : n(0) { ++alive; }
  Counter(const Counter &other) : n(other.n) { ++alive; }
  Counter &operator=(const Counter &) = default;
  ~Counter() { --alive; }
};
#pragma omp declare reduction(+ : Counter : omp_out.n += omp_in.n)

int main() {
  {
    Counter outer;
#pragma omp parallel for reduction(+ : outer)
    for (int i = 0; i < 40; i++) {
      Counter inner;
#pragma omp parallel for reduction(+ : inner)
      for (int j = 0; j < i + 10; j++)
        inner.n += (long)(work(i * 100 + j, 3) % 10);
      outer.n += inner.n * i;
    }
    SHOW("outer", outer.n);
  }
  SHOW("alive", alive.load());
}
