#include "solver.h"
#include "strands.h"

namespace {
struct Add : Stage {
  void apply(std::vector<long> &values, Scratch &scratch) override {
#pragma omp for schedule(guided)
    for (int i = 0; i < LENGTH; ++i)
      values[static_cast<size_t>(i)] += i;
    scratch.used++;
  }
};
struct Multiply : Stage {
  void apply(std::vector<long> &values, Scratch &scratch) override {
    scratch.used += omp_get_num_threads();
#pragma omp for
    for (int i = 0; i < LENGTH; ++i)
      values[static_cast<size_t>(i)] *= 3;
#pragma omp single
    values[0] = 42;
  }
};
} // namespace

std::unique_ptr<Stage> makeStage(int kind) {
  if (kind)
    return std::make_unique<Multiply>();
  return std::make_unique<Add>();
}

void refine(std::vector<long> &values, int depth) {
  if (depth == 0)
    return;
#pragma omp for schedule(dynamic, 64)
  for (int i = 0; i < LENGTH; ++i)
    values[static_cast<size_t>(i)] += depth;
  refine(values, depth - 1);
#pragma omp master
  values[1]++;
#pragma omp barrier
}
