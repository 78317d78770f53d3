// expected: stop_request
#include <tactus/algorithm.hpp>
#include <vector>

void use(std::vector<int> &x, std::vector<double> &y) {
#ifdef RIGHT
  tactus::parallel_for_each(x, [](int) {}, tactus::never_stop());
#else
  tactus::parallel_for_each(x, [](int) {}, 7);
#endif
  static_cast<void>(x);
  static_cast<void>(y);
}
