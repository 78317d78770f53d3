// expected: predicate_of_element
#include <tactus/search.hpp>
#include <vector>

void use(std::vector<int> &x, std::vector<double> &y) {
#ifdef RIGHT
  static_cast<void>(tactus::parallel_find_if(x, [](int v) { return v > 2; }));
#else
  static_cast<void>(tactus::parallel_find_if(x, [](int, int) { return true; }));
#endif
  static_cast<void>(x);
  static_cast<void>(y);
}
