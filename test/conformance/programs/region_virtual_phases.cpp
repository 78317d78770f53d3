// FLAGS: -O2 -std=c++20
// The region's phases are virtual functions, of which some workshare and some do not.
#include "support.h"
#include <memory>
#include <vector>

struct Phase {
  virtual ~Phase() = default;
  virtual void run(std::vector<long> &values) = 0;
};
struct Scale : Phase {
  void run(std::vector<long> &values) override {
#pragma omp for
    for (size_t i = 0; i < values.size(); i++)
      values[i] = values[i] * 3 % 10007;
  }
};
struct Rotate : Phase {
  void run(std::vector<long> &values) override {
#pragma omp single
    {
      long first = values.front();
      values.erase(values.begin());
      values.push_back(first);
    }
  }
};
struct Accumulate : Phase {
  long sum = 0;
  void run(std::vector<long> &values) override {
#pragma omp for reduction(+ : sum)
    for (size_t i = 0; i < values.size(); i++)
      sum += values[i];
  }
};

int main() {
  std::vector<long> values(2000);
  for (size_t i = 0; i < values.size(); i++)
    values[i] = static_cast<long>(i);
  std::vector<std::unique_ptr<Phase>> phases;
  phases.push_back(std::make_unique<Scale>());
  phases.push_back(std::make_unique<Rotate>());
  phases.push_back(std::make_unique<Accumulate>());
#pragma omp parallel num_threads(3)
  for (int step = 0; step < 4; step++)
    for (auto &phase : phases)
      phase->run(values);
  SHOW_ARRAY("values", values.data(), values.size());
  SHOW("sum", static_cast<Accumulate &>(*phases[2]).sum);
}
