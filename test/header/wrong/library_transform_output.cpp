// expected: transforms_into
#include <tactus/algorithm.hpp>
#include <vector>

void use(std::vector<int> &x, std::vector<double> &y) {
#ifdef RIGHT
  tactus::parallel_transform(x, y.begin(), [](int v) { return 0.5 * v; });
#else
  tactus::parallel_transform(x, y.begin(), [](int) { return "no number"; });
#endif
  static_cast<void>(x);
  static_cast<void>(y);
}
