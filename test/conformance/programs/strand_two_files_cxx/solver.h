#ifndef SOLVER_H
#define SOLVER_H
#include <memory>
#include <vector>

struct Scratch {
  explicit Scratch(int size) : memory(static_cast<size_t>(size)) {}
  std::vector<int> memory;
  int used = 0;
};

struct Stage {
  virtual ~Stage() = default;
  virtual void apply(std::vector<long> &values, Scratch &scratch) = 0;
};

std::unique_ptr<Stage> makeStage(int kind);
void refine(std::vector<long> &values, int depth);
#endif
