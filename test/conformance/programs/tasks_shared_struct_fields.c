// Tasks write different fields of one shared structure.
// PROMOTES
#include "support.h"
struct pair { uint64_t first, second; double ratio; };
static struct pair compute(int depth, uint64_t seed) {
  struct pair p = {seed, seed, 1};
  if (depth == 0) {
    p.first = work(seed, 50);
    return p;
  }
  struct pair l, r;
#pragma omp task shared(l)
  l = compute(depth - 1, seed * 2);
#pragma omp task shared(r)
  r = compute(depth - 1, seed * 2 + 1);
#pragma omp taskwait
  p.first = l.first + r.second;
  p.second = l.second * 3 + r.first;
  p.ratio = l.ratio + r.ratio;
  return p;
}
int main() {
  struct pair p = {0, 0, 0};
#pragma omp parallel
#pragma omp single
  p = compute(8, 1);
  SHOW("first", p.first);
  SHOW("second", p.second);
  SHOW("ratio", p.ratio);
}
