// The algorithms of the standard library itself, where that can be.
#include <tactus/execution>

#include <cstdio>
#include <numeric>
#include <vector>
#ifndef TACTUS_STANDARD_EXECUTION
#error "std::execution::par does not run on Tactus with this standard library"
#endif
int main() {
  std::vector<long> numbers(1000000);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::sort(std::execution::par, numbers.begin(), numbers.end(), std::greater<>());
  std::printf("%ld %ld\n", numbers.front(), std::reduce(std::execution::par, numbers.begin(), numbers.end()));
}
