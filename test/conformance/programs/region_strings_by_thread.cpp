// Objects of each thread live across barriers, and copyprivate assigns to them.
// FLAGS: -O2
// NEEDS-OPENMP
#include "strands.h"
#include <string>
#include <vector>
int main() {
  std::vector<std::string> out(5);
#pragma omp parallel num_threads(5)
  {
    int me = omp_get_thread_num();
    std::string mine = "t" + std::to_string(me);
    std::vector<int> order;
    for (int s = 0; s < 4; s++) {
#pragma omp single copyprivate(order)
      {
        order.assign(5, 0);
        for (int i = 0; i < 5; i++)
          order[i] = (i * 2 + s) % 5;
      }
      mine += ":" + std::to_string(order[me]);
      out[me] = mine;
#pragma omp barrier
      if (s == 2)
        mine += out[order[me]].substr(0, 2);
#pragma omp barrier
    }
    out[me] = mine;
  }
  for (auto &s : out)
    printf("%s\n", s.c_str());
}
