// FLAGS: -O2 -std=c++20
// CONVERTED: 2
// Loops in a constructor and a destructor, of a global object too: they run before and after main.
#include "support.h"

static unsigned data[1000];
struct Worker {
  unsigned seed;
  explicit Worker(unsigned s) : seed(s) {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      data[i] += (unsigned)work(seed + (unsigned)i, 2);
  }
  ~Worker() {
    uint64_t h = 0;
#pragma omp parallel for reduction(+ : h)
    for (int i = 0; i < 1000; i++)
      h += work(data[i] + seed, 1);
    printf("destroyed %u %llx\n", seed, (unsigned long long)h);
    fflush(stdout);
  }
};
static Worker global(1);

int main() {
  Worker local(2);
  SHOW_ARRAY("data", data, 1000);
}
