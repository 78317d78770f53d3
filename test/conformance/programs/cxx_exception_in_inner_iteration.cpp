// FLAGS: -O0 -std=c++20
// CONVERTED: 2
// The innermost iteration throws and catches; built without optimisation, so every call is an invoke.
#include "support.h"

struct Guard {
  int *count;
  explicit Guard(int *c) : count(c) { ++*count; }
  ~Guard() { ++*count; }
};

int main() {
  static int out[30][30];
#pragma omp parallel for
  for (int i = 0; i < 30; i++) {
#pragma omp parallel for
    for (int j = 0; j < 30; j++) {
      int count = 0;
      try {
        Guard guard(&count);
        if ((i * j) % 4 == 1)
          throw j;
        out[i][j] = i;
      } catch (int caught) {
        out[i][j] = -caught;
      }
      out[i][j] += count * 1000;
    }
  }
  SHOW_ARRAY("out", &out[0][0], 900);
}
