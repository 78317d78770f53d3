// expected: body_for_block
#include <tactus/algorithm.hpp>
#include <vector>

void use(std::vector<int> &x, std::vector<double> &y) {
#ifdef RIGHT
  tactus::parallel_for_blocks(0, 9, [](int, int) {});
#else
  tactus::parallel_for_blocks(0, 9, [](int) {});
#endif
  static_cast<void>(x);
  static_cast<void>(y);
}
