// Virtual functions and recursion with orphaned constructs, in another file.
// LEFT: *
// NEEDS-OPENMP
#include "solver.h"
#include "strands.h"
#include <memory>

int main() {
  std::vector<long> values(LENGTH);
  fill_numbers(values.data(), LENGTH);
  std::unique_ptr<Stage> stages[] = {makeStage(0), makeStage(1)};
  int visits[MOST_THREADS] = {};
#pragma omp parallel num_threads(4)
  {
    Scratch scratch(100);
    for (auto &stage : stages) {
      stage->apply(values, scratch);
      visits[omp_get_thread_num()]++;
    }
    refine(values, 4);
    CHECK(scratch.used > 0);
  }
  SHOW_ARRAY("values", values.data(), LENGTH);
  SHOW_ARRAY("visits", visits, MOST_THREADS);
  Scratch alone(10);
  stages[0]->apply(values, alone);
  refine(values, 2);
  SHOW_ARRAY("alone", values.data(), LENGTH);
}
