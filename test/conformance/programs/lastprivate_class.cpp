// FLAGS: -O1 -std=c++20
// CONVERTED: 1
// A class is copied out by its assignment operator, once per variable; private copies are destroyed.
#include "support.h"
#include <atomic>
#include <string>

std::atomic<int> alive{0};
struct Named {
  std::string name;
  Named() { ++alive; }
  Named(const Named &other) : name(other.name) { ++alive; }
  Named &operator=(const Named &other) = default;
  ~Named() { --alive; }
};

int main() {
  {
    Named last;
#pragma omp parallel for lastprivate(last)
    for (int i = 0; i < 1000; i++)
      last.name = "iteration number " + std::to_string(work((unsigned)i, 2) % 1000 * 10000 + (unsigned)i);
    printf("%s\n", last.name.c_str());
    SHOW("alive", alive.load());
  }
  SHOW("alive after", alive.load());
}
