// Exceptions that are thrown and caught in iterations and by each thread, with state of the thread.
// FLAGS: -O2
// NEEDS-OPENMP
#include "strands.h"
#include <stdexcept>
#include <string>
#include <vector>
static int check(int i) {
  if (i % 97 == 13)
    throw std::runtime_error(std::to_string(i));
  return i * 2;
}
int main() {
  std::vector<long> out(2000), caught(6);
#pragma omp parallel num_threads(6)
  {
    int me = omp_get_thread_num();
    std::string last;
#pragma omp for schedule(static, 50)
    for (int i = 0; i < 2000; i++) {
      try {
        out[i] = check(i);
      } catch (const std::exception &e) {
        last = e.what();
        caught[me] += std::stol(last);
        out[i] = -1;
      }
    }
    try {
      if (me % 2)
        throw me;
      caught[me] += 1000000;
    } catch (int n) {
      caught[me] += 2000000 + n;
    }
#pragma omp barrier
#pragma omp for schedule(static)
    for (int i = 0; i < 6; i++)
      caught[i] = caught[i] * 3 + (long)last.size() * 0;
  }
  SHOW_ARRAY("out", out.data(), 2000);
  SHOW_ARRAY("caught", caught.data(), 6);
}
