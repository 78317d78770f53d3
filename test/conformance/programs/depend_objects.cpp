// Tasks with dependences in C++: firstprivate objects, members, templates, lambdas, and exceptions that stay inside.
// FLAGS: -O2 -std=c++20
// PROMOTES
#include "support.h"
#include <stdexcept>
#include <string>
#include <vector>

struct Knows { // where it is
  uint64_t value;
  uint64_t *own;
  explicit Knows(uint64_t v) : value(v), own(&value) {}
  Knows(const Knows &other) : value(*other.own), own(&value) {}
  uint64_t get() const { return *own; }
};

class Pipeline {
public:
  uint64_t run() {
#pragma omp parallel
#pragma omp single
    for (int step = 0; step < 50; ++step) {
#pragma omp task depend(inout : stages[0]) firstprivate(step)
      first(step);
#pragma omp task depend(in : stages[0]) depend(inout : stages[1])
      second();
      std::string name = "step " + std::to_string(step) + " of a pipeline with names that are long";
#pragma omp task depend(in : stages[1]) depend(inout : text) firstprivate(name)
      text += name[static_cast<size_t>(stages[1] % name.size())];
      Knows knows(static_cast<uint64_t>(step));
#pragma omp task depend(inout : stages[2]) firstprivate(knows)
      stages[2] = mix(stages[2] + knows.get());
#pragma omp task depend(inout : stages[2]) firstprivate(step)
      try {
        if (step % 3 == 0)
          throw std::runtime_error("thrown");
        stages[2] += 1;
      } catch (const std::runtime_error &) {
        stages[2] ^= 9;
      }
    }
    return stages[0] ^ stages[1] ^ stages[2];
  }
  std::string text;

private:
  uint64_t stages[3] = {1, 2, 3};
  void first(int step) { stages[0] = work(stages[0] + static_cast<uint64_t>(step), 100); }
  void second() { stages[1] = work(stages[1] + stages[0], 150); }
};

template <typename Number> static Number sums(std::vector<Number> &values) {
  Number result = 0;
  auto each = [&](size_t i) { values[i] = static_cast<Number>(work(static_cast<uint64_t>(values[i]) + i, 30) % 1000); };
#pragma omp parallel shared(result, values)
#pragma omp single
  {
    Number *at = values.data();
    for (size_t i = 0; i < values.size(); ++i) {
#pragma omp task depend(inout : at[i]) firstprivate(i) shared(each)
      each(i);
#pragma omp task depend(in : at[i]) depend(inout : result) firstprivate(i, at) shared(result)
      result = result * 3 + at[i];
    }
  }
  return result;
}

int main() {
  Pipeline pipeline;
  SHOW("pipeline", pipeline.run());
  SHOW("text", hash_bytes(pipeline.text.data(), pipeline.text.size()));
  std::vector<uint64_t> integers(60, 3);
  SHOW("integers", sums(integers));
  std::vector<uint32_t> words(60, 4);
  SHOW("words", sums(words));
}
