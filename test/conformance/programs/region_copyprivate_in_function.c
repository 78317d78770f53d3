// A function that hands a structure and a number to all threads by copyprivate.
// NEEDS-OPENMP
#include "strands.h"
struct token {
  long id;
  double w[4];
};
static long seen[7];
static struct token take(void) {
  static long next;
  struct token t;
  long copy;
#pragma omp single copyprivate(t, copy)
  {
    next += 7;
    copy = next;
    t.id = next;
    for (int i = 0; i < 4; i++)
      t.w[i] = next * i;
  }
  t.id += copy;
  return t;
}
int main(void) {
#pragma omp parallel num_threads(7)
  {
    int me = omp_get_thread_num();
    for (int s = 0; s < 10; s++) {
      struct token t = take();
      seen[me] = seen[me] * 3 + t.id + (long)t.w[3] + me;
    }
  }
  SHOW_ARRAY("seen", seen, 7);
}
