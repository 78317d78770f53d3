// FLAGS: -O2 -std=c++20
// Member functions hold the constructs, and another member holds the region: loops, single and reductions into members.
#include "support.h"
#include <vector>

class Smoother {
public:
  explicit Smoother(size_t size) : now(size), next(size) {
    for (size_t i = 0; i < size; i++)
      now[i] = static_cast<long>(mix(i) % 1000);
  }

  long run(int steps) {
#pragma omp parallel
    for (int step = 0; step < steps; step++) {
      relax();
      swap();
      measure();
    }
    return total;
  }

private:
  std::vector<long> now, next;
  long total = 0, change = 0;

  void relax() {
#pragma omp for
    for (size_t i = 1; i < now.size() - 1; i++)
      next[i] = (now[i - 1] + 2 * now[i] + now[i + 1]) / 4;
  }
  void swap() {
#pragma omp single
    {
      now.swap(next);
      change = 0;
    }
  }
  void measure() {
#pragma omp for reduction(+ : change)
    for (size_t i = 0; i < now.size(); i++)
      change += now[i] > next[i] ? now[i] - next[i] : next[i] - now[i];
#pragma omp single
    total += change;
  }
};

int main() {
  Smoother smoother(3000);
  SHOW("total", smoother.run(7));
  SHOW("again", smoother.run(2));
}
