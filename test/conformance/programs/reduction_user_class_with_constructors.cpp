// FLAGS: -O2 -std=c++20
// CONVERTED: 1
// PROMOTES
// A class with constructor, copy and destructor: each private copy is constructed and destroyed exactly once.
#include "support.h"
#include <atomic>

std::atomic<long> alive{0};

struct Sum {
  long *value;
  Sum() : value(new long(0)) { alive++; }
  Sum(const Sum &other) : value(new long(*other.value)) { alive++; }
  Sum &operator=(const Sum &other) {
    *value = *other.value;
    return *this;
  }
  ~Sum() {
    delete value;
    alive--;
  }
  Sum &operator+=(long x) {
    *value += x;
    return *this;
  }
};
#pragma omp declare reduction(+ : Sum : *omp_out.value += *omp_in.value)

int main() {
  {
    Sum sum;
    sum += 5;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 3000; i++)
      sum += (long)(work(i, 3) % 1000);
    SHOW("sum", *sum.value);
    SHOW("alive", alive.load());
  }
  SHOW("alive after", alive.load());
}
