// expected: callable_without_arguments
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
  par([] {}, [] {});
#else
  par([] {}, 3);
#endif
}
