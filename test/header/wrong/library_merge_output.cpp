// expected: merges_into
#include <tactus/sort.hpp>
#include <vector>

void use(std::vector<int> &x, std::vector<double> &y) {
#ifdef RIGHT
  std::vector<int> z;
  tactus::parallel_merge(x, x, z.begin());
#else
  std::vector<const char *> z;
  tactus::parallel_merge(x, x, z.begin());
#endif
  static_cast<void>(x);
  static_cast<void>(y);
}
