// expected: written_apart
#include <tactus/algorithm.hpp>
#include <vector>

void use(const std::vector<int> &x, [[maybe_unused]] std::vector<bool> &bits,
         [[maybe_unused]] std::vector<char> &bytes) {
#ifdef RIGHT
  tactus::parallel_transform(x, bytes.begin(), [](int value) { return value > 0; });
#else
  tactus::parallel_transform(x, bits.begin(), [](int value) { return value > 0; });
#endif
}
