// expected: stop_request
#include <functional>
#include <stop_token>
#include <tactus/algorithm.hpp>
#include <vector>

int use(const std::vector<int> &x, [[maybe_unused]] std::stop_token stop) {
#ifdef RIGHT
  return tactus::parallel_reduce(x, 0, std::plus<>(), stop);
#else
  return tactus::parallel_reduce(x, 0, std::plus<>(), true);
#endif
}
