// FLAGS: -O2 -std=c++20
// CONVERTED: 2
// PROMOTES
// A C loop calls back into C++, whose callback has a loop again.
#include "support.h"

extern "C" void kernel(unsigned *out, int n, unsigned seed, void (*each)(void *, int), void *context);

int main() {
  static unsigned out[50];
  static uint64_t inner[50][30];
  auto each = [](void *context, int i) {
    auto rows = static_cast<uint64_t(*)[30]>(context);
#pragma omp parallel for
    for (int j = 0; j < 30; j++)
      rows[i][j] = work((unsigned)(i * 30 + j), 2);
  };
  kernel(out, 50, 7, each, inner);
  SHOW_ARRAY("out", out, 50);
  SHOW_ARRAY("inner", &inner[0][0], 1500);
}
