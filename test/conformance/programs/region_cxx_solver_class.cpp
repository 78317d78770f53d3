// A class whose method opens the region, whose other methods hold its loops, and whose members are vectors.
// FLAGS: -std=c++17
#include <cstdio>
#include <vector>

/// A static member cannot be reduced into.
static long sum;

class Solver {
public:
  explicit Solver(int count) : n(count), now(count), next(count) {
    for (int i = 0; i < n; i++)
      now[i] = i * 37 % 101;
  }

  long run(int steps) {
#pragma omp parallel
    for (int step = 0; step < steps; step++) {
      advance(step);
      swapStates();
      measure();
    }
    return total;
  }

private:
  int n;
  std::vector<long> now, next;
  long total = 0;

  void advance(int step) {
#pragma omp for
    for (int i = 0; i < n; i++)
      next[i] = (now[i] + now[(i + 1) % n] * (step + 1)) % 10007;
  }

  void swapStates() {
#pragma omp single
    now.swap(next);
  }

  void measure() {
#pragma omp single
    sum = 0;
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += now[i];
#pragma omp single
    total = total * 3 % 1000003 + sum;
  }
};

int main() {
  Solver small(100), large(20000);
  printf("%ld %ld\n", small.run(9), large.run(12));
}
