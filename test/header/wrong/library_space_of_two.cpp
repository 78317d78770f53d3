// expected: body_for_space
#include <tactus/index_space.hpp>
#include <vector>

void use(std::vector<int> &x, std::vector<double> &y) {
#ifdef RIGHT
  tactus::parallel_for(tactus::index_space(3, 4), [](int, int) {});
#else
  tactus::parallel_for(tactus::index_space(3, 4), [](int) {});
#endif
  static_cast<void>(x);
  static_cast<void>(y);
}
