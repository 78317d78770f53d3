// expected: libstdc\+\+ scans floating point numbers
// needs: TACTUS_STANDARD_EXECUTION
#include <functional>
#include <numeric>
#include <tactus/execution>
#include <vector>

void use(std::vector<double> &x) {
#ifdef RIGHT
  tactus::inclusive_scan(tactus::execution::par, x.begin(), x.end(), x.begin(), std::multiplies<>());
#else
  std::inclusive_scan(std::execution::par, x.begin(), x.end(), x.begin(), std::multiplies<>());
#endif
}
