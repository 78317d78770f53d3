// expected: body_for_index
#include <list>
#include <memory>
#include <string>
#include <tactus/tactus.hpp>
#include <vector>

using namespace tactus;

struct Immovable {
  Immovable() = default;
  Immovable(Immovable &&) = delete;
};

void use(std::vector<std::string> &words, [[maybe_unused]] std::list<int> &list) {
  static_cast<void>(words);
#ifdef RIGHT
  parallel_for(0, 3, [](int) {});
#else
  parallel_for(0, 3, [] {});
#endif
}
