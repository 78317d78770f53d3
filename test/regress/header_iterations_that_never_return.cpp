// FLAGS: -O1 -std=c++20
// A loop of the header whose iterations always throw, or end the program, was no loop any more where it was looked for,
// and the compiler crashed.
#include <cstdlib>
#include <tactus/algorithm.hpp>
#include <tactus/tactus.hpp>
#include <vector>

struct Throws {
  [[noreturn]] void operator()(int) const { throw 7; }
};

void endsTheProgram() {
  tactus::parallel_for(0, 9, [](int) { abort(); });
}
void hasNoEnd() {
  tactus::parallel_for(0, 9, [](int) {
    for (volatile int turns = 0;;)
      turns = turns + 1;
  });
}

template <class Function> static bool throws(Function function) {
  try {
    function();
  } catch (int value) {
    return value == 7;
  }
  return false;
}

int main() {
  std::vector<int> values(9);
  bool all = throws([] { tactus::parallel_for(0, 9, [](int) { throw 7; }); });
  all &= throws([] { tactus::parallel_for(0, 9, Throws()); });
  all &= throws([] { tactus::parallel_for(0, 9, [](int) { tactus::parallel_for(0, 9, [](int) { throw 7; }); }); });
  all &= throws([] {
    tactus::parallel_for(0, 9, [](int) {
      tactus::parallel_for(0, 9, [](int) {});
      throw 7;
    });
  });
  all &= throws([&] { tactus::parallel_for_each(values, [](int &) { throw 7; }); });
  all &= throws([&] {
    (void)tactus::parallel_transform_reduce(values, 0, [](int a, int b) { return a + b; }, [](int) -> int { throw 7; });
  });
  return !all;
}
