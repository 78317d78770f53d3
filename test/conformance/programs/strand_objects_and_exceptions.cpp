// Private objects are constructed and destroyed once a thread; exceptions stay in their member.
// LEFT: *
// STRANDS
// NEEDS-OPENMP
#include "strands.h"
#include <atomic>
#include <stdexcept>
#include <vector>

static std::atomic<int> made, gone;
struct Scratch {
  std::vector<long> memory;
  Scratch() : memory(100) { ++made; }
  Scratch(const Scratch &other) : memory(other.memory) { ++made; }
  ~Scratch() { ++gone; }
};

static NOINLINE long pick(const Scratch &scratch, int index) {
  if (index % 7 == 3)
    throw std::runtime_error("seven");
  return scratch.memory.at(static_cast<size_t>(index % 120));
}

int main() {
  long caught = 0, sum = 0, slots[4] = {};
  Scratch model;
  model.memory[5] = 55;
#pragma omp parallel num_threads(4) firstprivate(model)
  {
    Scratch own;
    own.memory[static_cast<size_t>(omp_get_thread_num())] = 1;
    long mine = 0;
#pragma omp for reduction(+ : sum, caught)
    for (int i = 0; i < LENGTH; i++) {
      try {
        sum += pick(model, i);
      } catch (const std::out_of_range &) {
        caught += 1000000;
      } catch (const std::runtime_error &) {
        ++caught;
      }
    }
    for (long each : own.memory)
      mine += each;
    slots[omp_get_thread_num()] = mine;
  }
  SHOW("caught", caught);
  SHOW("sum", sum);
  SHOW("made", made.load());
  SHOW("gone", gone.load() + 1);
  SHOW_ARRAY("slots", slots, 4);
}
