// FLAGS: -O0 -std=c++20
// A member named without this-> in a reduction clause of a member function.
#include "support.h"

struct Statistics {
  long sum = 5;
  int count = 0;
  NOINLINE void add(int n) {
#pragma omp parallel for reduction(+ : sum, count)
    for (int i = 0; i < n; i++) {
      sum += (long)(work(i, 3) % 100);
      count++;
    }
  }
};

int main() {
  Statistics statistics;
  statistics.add(2000);
  statistics.add(7);
  SHOW("sum", statistics.sum);
  SHOW("count", statistics.count);
}
