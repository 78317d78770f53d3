// expected: combines_accumulators
#include <tactus/combinable.hpp>
#include <vector>

void use(std::vector<int> &x, std::vector<double> &y) {
#ifdef RIGHT
  tactus::combinable<int> sum;
#else
  auto join = [](int, int, int) { return 1; };
  tactus::combinable<int, decltype(join)> sum(0, join);
#endif
  static_cast<void>(x);
  static_cast<void>(y);
}
