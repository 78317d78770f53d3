// expected: orders_elements
#include <tactus/search.hpp>
#include <vector>

void use(std::vector<int> &x, std::vector<double> &y) {
#ifdef RIGHT
  static_cast<void>(tactus::parallel_min_element(x, [](int a, int b) { return a > b; }));
#else
  static_cast<void>(tactus::parallel_min_element(x, [](int a) { return a > 0; }));
#endif
  static_cast<void>(x);
  static_cast<void>(y);
}
