// expected: body_for_piece
#include <tactus/algorithm.hpp>
#include <vector>

void use(std::vector<int> &x) {
#ifdef RIGHT
  tactus::parallel_for_blocks(x, [](auto piece) {
    for (int &value : piece)
      ++value;
  });
#else
  tactus::parallel_for_blocks(x, [](int &value) { ++value; });
#endif
}
