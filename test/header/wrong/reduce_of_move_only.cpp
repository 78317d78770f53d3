// expected: reduction_value
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
  static_cast<void>(parallel_reduce(0, 3, 0, [](int i) { return i; }, std::plus<>{}));
#else
  static_cast<void>(
      parallel_reduce(0, 3, std::unique_ptr<int>(), [](int) { return nullptr; }, [](auto a, auto) { return a; }));
#endif
}
