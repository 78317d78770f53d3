// expected: scans_into
#include <tactus/scan.hpp>
#include <vector>

void use(std::vector<int> &x, std::vector<double> &y) {
#ifdef RIGHT
  tactus::parallel_inclusive_scan(x, y.begin());
#else
  tactus::parallel_inclusive_scan(x, y.begin(), [](int) { return 1; });
#endif
  static_cast<void>(x);
  static_cast<void>(y);
}
