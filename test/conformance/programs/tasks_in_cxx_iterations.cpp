// Iterations with objects, lambdas and exceptions that stay inside create tasks.
// FLAGS: -O2 -std=c++20
// CONVERTED: 3
// PROMOTES
#include "support.h"
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

static uint64_t checked(uint64_t n) {
  if (n % 7 == 0)
    throw std::runtime_error(std::to_string(n));
  return work(n, 20);
}

int main() {
  std::vector<std::string> names(200);
  std::vector<uint64_t> results(200);
#pragma omp parallel for
  for (int i = 0; i < 200; i++) {
    std::string prefix(static_cast<size_t>(i % 40), 'x');
    auto holder = std::make_unique<uint64_t>(static_cast<uint64_t>(i));
#pragma omp task shared(prefix, names) firstprivate(i)
    names[static_cast<size_t>(i)] = prefix + std::to_string(i);
#pragma omp task shared(results, holder)
    try {
      results[static_cast<size_t>(*holder)] = checked(*holder);
    } catch (const std::exception &error) {
      results[static_cast<size_t>(*holder)] = std::string(error.what()).size();
    }
    work(static_cast<uint64_t>(i), 10);
#pragma omp taskwait
  }
  uint64_t hash = 0;
  for (size_t i = 0; i < names.size(); i++)
    hash = hash * 31 + names[i].size() + results[i];
  SHOW("hash", hash);
}
