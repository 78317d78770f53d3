// Task reductions of arrays: whole ones, of variable length, and sections. Clang keeps the size of the last two in a
// thread-local variable that tasks set; libomp's thread that combines must have run a task.
// PROMOTES
#include "support.h"
static int first = 3, length = 20;
NOINLINE void run(int n, uint64_t *section) {
  uint64_t fixed[16] = {0}, variable[n];
  int square[6][5];
  for (int i = 0; i < n; i++)
    variable[i] = (uint64_t)i;
  for (int i = 0; i < 30; i++)
    square[i / 5][i % 5] = i * 40;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : fixed, variable) task_reduction(^ : section[first : length])                  \
    task_reduction(max : square[1 : 3][0 : 5])
  {
#pragma omp task if (0) in_reduction(+ : fixed, variable) in_reduction(^ : section[first : length])                    \
    in_reduction(max : square[1 : 3][0 : 5])
    fixed[0] += variable[0] * 0 + section[3] * 0 + (uint64_t)square[1][0] * 0;
    for (int i = 0; i < 200; i++) {
#pragma omp task firstprivate(i) in_reduction(+ : fixed, variable) in_reduction(^ : section[first : length])           \
    in_reduction(max : square[1 : 3][0 : 5])
      {
        uint64_t w = work((uint64_t)i, 100);
        fixed[w % 16] += w;
        variable[w % (uint64_t)n] += w >> 3;
        section[3 + w % 20] ^= w;
        int value = (int)(w >> 40) % 1000;
        if (value > square[1 + i % 3][i % 5])
          square[1 + i % 3][i % 5] = value;
      }
    }
  }
  SHOW_ARRAY("fixed", fixed, 16);
  SHOW_ARRAY("variable", variable, n);
  SHOW_ARRAY("square", square, 6);
}
int main() {
  uint64_t section[30];
  for (int i = 0; i < 30; i++)
    section[i] = mix((uint64_t)i);
  run(11, section);
  SHOW_ARRAY("section", section, 30);
  run(1, section);
  SHOW_ARRAY("section", section, 30);
}
