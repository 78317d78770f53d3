// Virtual calls in tasks.
// PROMOTES
// FLAGS: -O2 -std=c++20
#include "support.h"
#include <memory>
struct Shape {
  virtual ~Shape() = default;
  virtual uint64_t area(int depth) const = 0;
};
struct Leaf : Shape {
  uint64_t seed;
  explicit Leaf(uint64_t s) : seed(s) {}
  uint64_t area(int) const override { return work(seed, 50); }
};
struct Pair : Shape {
  std::unique_ptr<Shape> a, b;
  uint64_t area(int depth) const override {
    uint64_t x, y;
#pragma omp task shared(x)
    x = a->area(depth + 1);
#pragma omp task shared(y)
    y = b->area(depth + 1);
#pragma omp taskwait
    return x * 3 + y + uint64_t(depth);
  }
};
static std::unique_ptr<Shape> build(int depth, uint64_t seed) {
  if (depth == 0 || seed % 7 == 0)
    return std::make_unique<Leaf>(seed);
  auto p = std::make_unique<Pair>();
  p->a = build(depth - 1, mix(seed));
  p->b = build(depth - 1, mix(seed + 1));
  return p;
}
int main() {
  auto shape = build(10, 1);
  uint64_t r = 0;
#pragma omp parallel
#pragma omp single
  r = shape->area(0);
  SHOW("r", r);
}
