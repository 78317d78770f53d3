// GCC's own OpenMP in a program that uses the header's parallelism.
#include <cstdio>
#include <omp.h>
#include <tactus/tactus.hpp>
#include <vector>

static int wrongIterations(int count) {
  std::vector<int> executed(count);
#pragma omp parallel for
  for (int i = 0; i < count; ++i)
    ++executed[i];
  int wrong = 0;
  for (int times : executed)
    wrong += times != 1;
  return wrong;
}

int main() {
  int wrong = wrongIterations(1000);
  std::vector<int> wrongInside(20);
  tactus::parallel_for(0, 20, [&](int i) { wrongInside[i] = wrongIterations(100); });
  for (int inside : wrongInside)
    wrong += inside;
  int outside = 0;
#pragma omp parallel num_threads(3) reduction(+ : outside)
  outside += omp_get_thread_num() >= omp_get_num_threads() || omp_get_num_threads() != 3;
  std::puts(wrong || outside || omp_in_parallel() ? "wrong" : "right");
}
