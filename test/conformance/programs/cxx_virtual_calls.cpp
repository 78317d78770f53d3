// FLAGS: -O2 -std=c++20
// CONVERTED: 2
// PROMOTES
// Virtual calls from the body; one override holds a parallel loop.
#include "support.h"
#include <memory>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual uint64_t area(int i) const = 0;
};
struct Simple : Shape {
  uint64_t area(int i) const override { return mix((unsigned)i); }
};
struct Composite : Shape {
  int parts;
  explicit Composite(int n) : parts(n) {}
  uint64_t area(int i) const override {
    uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int k = 0; k < parts; k++)
      sum += work((unsigned)(i + k), 3);
    return sum;
  }
};

int main() {
  std::vector<std::unique_ptr<Shape>> shapes;
  for (int i = 0; i < 90; i++)
    if (i % 3)
      shapes.push_back(std::make_unique<Simple>());
    else
      shapes.push_back(std::make_unique<Composite>(i));
  uint64_t total = 0;
#pragma omp parallel for reduction(+ : total)
  for (size_t i = 0; i < shapes.size(); i++)
    total += shapes[i]->area((int)i);
  SHOW("total", total);
}
