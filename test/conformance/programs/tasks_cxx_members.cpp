// Member functions with tasks that use this.
// PROMOTES
// FLAGS: -O2 -std=c++20
#include "support.h"
struct Tree {
  Tree *child[2] = {nullptr, nullptr};
  uint64_t value, sum = 0;
  explicit Tree(int depth, uint64_t seed) : value(seed) {
    if (depth > 0)
      for (int i = 0; i < 2; i++)
        child[i] = new Tree(depth - 1, mix(seed + uint64_t(i)));
  }
  ~Tree() {
    delete child[0];
    delete child[1];
  }
  void total() {
    for (Tree *c : child)
      if (c) {
#pragma omp task firstprivate(c)
        c->total();
      }
    sum = work(value, 20);
#pragma omp taskwait
    for (Tree *c : child)
      if (c)
        sum += c->sum * 3;
  }
};
int main() {
  Tree tree(9, 1);
#pragma omp parallel
#pragma omp single
  tree.total();
  SHOW("sum", tree.sum);
}
