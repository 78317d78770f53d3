// expected: execution_policy
#include <tactus/execution.hpp>
#include <vector>

void use(std::vector<int> &x, std::vector<double> &y) {
#ifdef RIGHT
  tactus::sort(tactus::execution::par, x.begin(), x.end());
#else
  struct policy {};
  tactus::sort(policy(), x.begin(), x.end());
#endif
  static_cast<void>(x);
  static_cast<void>(y);
}
