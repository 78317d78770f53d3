// expected: fold_step
#include <tactus/algorithm.hpp>
#include <vector>

void use(std::vector<int> &x, std::vector<double> &y) {
#ifdef RIGHT
  static_cast<void>(tactus::parallel_fold(x, 0, [](int &sum, int v) { sum += v; }, std::plus<>()));
#else
  static_cast<void>(tactus::parallel_fold(x, 0, [](int &sum) { ++sum; }, std::plus<>()));
#endif
  static_cast<void>(x);
  static_cast<void>(y);
}
