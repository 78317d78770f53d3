// expected: combines
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
  static_cast<void>(parallel_reduce(0, 3, 0, [](int i) { return i; }, [](int a, int b) { return a + b; }));
#else
  static_cast<void>(parallel_reduce(0, 3, 0, [](int i) { return i; }, [](std::string, std::string) { return 0; }));
#endif
}
